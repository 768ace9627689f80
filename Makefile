# SPDX-License-Identifier: GPL-3.0-or-later
#
#	make			build/ (or O=elsewhere); names the Debian packages when one is missing
#	make check		unit, command-line and live tests through prove
#	make check-long		the same with the long versions of the live tests
#	make sanitize		check again under ASan and UBSan
#	make fuzz		FUZZ_SECONDS of libFuzzer for each importer and reader; fuzz-quick: 3
#	make tidy		formatting, shellcheck, cppcheck, clang-tidy
#	make memcheck		unit tests under valgrind
#	make check-fresh	the README's commands and the bundle on bare Debian systems
#	make bench		what measuring costs; ratios, measured side by side
#	make golden		rewrite tests/data/golden; the diff is the review
#	make man		man pages (scdoc)
#	make install		PREFIX, DESTDIR; programs, man pages, completion
#	make bundle		one tar that runs on another x86-64 Linux

O ?= build
PREFIX ?= /usr/local
DESTDIR ?=

VERSION := 0.1.0
GIT_VERSION := $(shell git describe --always --dirty --tags 2>/dev/null)

# Each program is a folder; every .c in it belongs to it. lib/ is what two of them share, and the
# arrows allowed between folders are these and no others.
PROGRAMS := numa_test hackbench harness report
LIBRARIES := numa hwloc jansson gsl libzstd zlib libxml-2.0

LIBXML_CFLAGS = $(shell pkg-config --cflags libxml-2.0)

LIBS_numa_test := -lnuma -ljansson -lm
LIBS_hackbench := -lpthread -lm
LIBS_harness := -lhwloc -ljansson -lzstd -lz -lpfm -lnuma -lm
LIBS_report := -ljansson -lgsl -lgslcblas -lzstd -lhwloc -lxml2 -lm

CC ?= gcc
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wformat=2 -Werror
CFLAGS ?= -O2 -g
NT_CFLAGS := -std=gnu17 -D_GNU_SOURCE -I. -fno-strict-aliasing $(WARNINGS)
NT_LDFLAGS := -Wl,--as-needed

ifdef SANITIZE
CFLAGS := -O1 -g -fno-omit-frame-pointer
NT_CFLAGS += -fsanitize=address,undefined -fno-sanitize-recover=all
NT_LDFLAGS += -fsanitize=address,undefined
endif

all: $(PROGRAMS:%=$(O)/%)

# --- what is needed -------------------------------------------------------------------------

# One check a build folder, before the first compile.
$(O)/.packages: packages.txt tools/need-packages
	@mkdir -p $(O)
	@tools/need-packages $(LIBRARIES)
	@touch $@

# --- programs -------------------------------------------------------------------------------

sources = $(sort $(wildcard $(1)/*.c))
objects = $(patsubst %.c,$(O)/obj/%.o,$(call sources,$(1)))

$(O)/obj/%.o: %.c | $(O)/.packages
	@mkdir -p $(@D)
	$(CC) $(NT_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(O)/obj/report/markup.o: NT_CFLAGS += $(LIBXML_CFLAGS)

# The version is compiled into one file, so that a commit rebuilds one file.
$(O)/obj/lib/version.o: NT_CFLAGS += -DNT_VERSION='"$(VERSION)"' -DNT_GIT_VERSION='"$(GIT_VERSION)"'
$(O)/obj/lib/version.o: $(O)/.version
$(O)/.version: FORCE | $(O)/.packages
	@echo '$(VERSION) $(GIT_VERSION)' | cmp -s - $@ || echo '$(VERSION) $(GIT_VERSION)' >$@

# lib.a and one archive a program (all but its main.c), so that unit tests link the same objects.
define archive
$(O)/$(1).a: $(filter-out $(O)/obj/$(1)/main.o,$(call objects,$(1)))
	@rm -f $$@
	$$(AR) rcs $$@ $$^
endef
$(foreach dir,lib $(PROGRAMS),$(eval $(call archive,$(dir))))

define program
$(O)/$(1): $(O)/obj/$(1)/main.o $(O)/$(1).a $(O)/lib.a
	$$(CC) $$(NT_CFLAGS) $$(CFLAGS) $$(NT_LDFLAGS) $$(LDFLAGS) -o $$@ $$^ $(LIBS_$(1))
endef
$(foreach p,$(PROGRAMS),$(eval $(call program,$(p))))

# --- tests ----------------------------------------------------------------------------------

# tests/unit/DIR/NAME.c tests DIR/; tests/*.bats test whole programs.
UNIT_SOURCES := $(sort $(wildcard tests/unit/*/*.c))
UNIT_TESTS := $(patsubst tests/unit/%.c,$(O)/unit/%,$(UNIT_SOURCES))
CLI_TESTS = $(sort $(wildcard tests/cli/*.bats))
LIVE_TESTS = $(sort $(wildcard tests/live/*.bats))

define unit
$(O)/unit/$(1)/%: $(O)/obj/tests/unit/$(1)/%.o $(filter-out $(O)/lib.a,$(O)/$(1).a) $(O)/lib.a
	@mkdir -p $$(@D)
	$$(CC) $$(NT_CFLAGS) $$(CFLAGS) $$(NT_LDFLAGS) $$(LDFLAGS) -o $$@ $$^ -lcmocka \
		$(or $(LIBS_$(1)),-ljansson -lhwloc -lzstd -lm)
endef
$(foreach dir,lib $(PROGRAMS),$(eval $(call unit,$(dir))))

# Programs that only tests run (ground truth, fault injection): tests/helpers/NAME.c.
HELPER_SOURCES := $(sort $(wildcard tests/helpers/*.c))
HELPERS := $(patsubst tests/helpers/%.c,$(O)/helpers/%,$(HELPER_SOURCES))
$(O)/helpers/%: $(O)/obj/tests/helpers/%.o $(O)/numa_test.a $(O)/lib.a
	@mkdir -p $(@D)
	$(CC) $(NT_CFLAGS) $(CFLAGS) $(NT_LDFLAGS) $(LDFLAGS) -o $@ $^ -ljansson -lpthread -lm

# Measurements: tests/bench/NAME.c, and scripts beside them. Not tests: they judge nothing.
BENCHES := $(patsubst tests/bench/%.c,$(O)/bench/%,$(sort $(wildcard tests/bench/*.c)))
$(O)/bench/%: $(O)/obj/tests/bench/%.o $(O)/harness.a $(O)/lib.a
	@mkdir -p $(@D)
	$(CC) $(NT_CFLAGS) $(CFLAGS) $(NT_LDFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS_harness)

bench: tests $(BENCHES)
	failed=0; for b in $(BENCHES) $(sort $(wildcard tests/bench/*.sh)); do \
		BUILD=$(abspath $(O)) $$b || failed=1; done; exit $$failed

tests: all $(UNIT_TESTS) $(HELPERS)

check: tests
	tests/run $(abspath $(O)) $(UNIT_TESTS) $(CLI_TESTS) $(LIVE_TESTS)

check-quick: tests
	tests/run $(abspath $(O)) $(UNIT_TESTS) $(CLI_TESTS)

# Minutes: bare Debian systems are made with debootstrap.
check-fresh: tests
	CHECK_LONG=1 tests/run $(abspath $(O)) tests/live/bundle.bats tests/live/fresh.bats

check-long: tests
	CHECK_LONG=1 tests/run $(abspath $(O)) $(UNIT_TESTS) $(CLI_TESTS) $(LIVE_TESTS)

sanitize:
	$(MAKE) O=$(O)/sanitize SANITIZE=1 check

# Not the simulation of the statistics, which takes hours there, nor the tests that look at their
# own address space, descriptors, instructions or speed: they would see valgrind's. hwloc's x86 part
# can't work there, and says so.
MEMCHECK_TESTS = $(filter-out %/stats_simulation %/numa_test/array %/numa_test/instructions \
	%/hackbench/group %/harness/residency %/harness/residency_limits, $(UNIT_TESTS))
VALGRIND := valgrind --quiet --log-fd=1 --error-exitcode=99 --leak-check=full \
	--show-leak-kinds=definite --errors-for-leak-kinds=definite
memcheck: tests
	HWLOC_COMPONENTS=-x86 TEST_WRAPPER="$(VALGRIND)" tests/run $(abspath $(O)) $(MEMCHECK_TESTS)

golden: tests
	UPDATE_GOLDEN=1 tests/run $(abspath $(O)) $(UNIT_TESTS) $(CLI_TESTS)

# --- fuzzing --------------------------------------------------------------------------------

# Needs clang and its libFuzzer. One target an importer, from one source, and those of the files
# that the report reads. What was found once is in tests/fuzz/cases/TARGET and is run first.
FUZZ_CC ?= clang
FUZZ_SECONDS ?= 120
FUZZ_IMPORTERS := classic averages collated matrix schedbench normalized figures csv
FUZZ_TARGETS := $(FUZZ_IMPORTERS:%=import_%) record plan profile
FUZZ_CFLAGS := -std=gnu17 -D_GNU_SOURCE -I. -fno-strict-aliasing -Wall -O1 -g \
	-fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all \
	-DNT_VERSION='""' -DNT_GIT_VERSION='""'
$(O)/fuzz/obj/report/markup.o: FUZZ_CFLAGS += $(LIBXML_CFLAGS)
FUZZ_OBJECTS := $(patsubst %.c,$(O)/fuzz/obj/%.o,$(call sources,lib) \
	$(filter-out report/main.c,$(call sources,report)))

$(O)/fuzz/obj/%.o: %.c | $(O)/.packages
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c -o $@ $<

$(O)/fuzz/import_%: tests/fuzz/import.c $(FUZZ_OBJECTS)
	$(FUZZ_CC) $(FUZZ_CFLAGS) -DFUZZ_IMPORTER='"$*"' -fsanitize=fuzzer -o $@ $^ $(LIBS_report)

$(O)/fuzz/%: tests/fuzz/%.c $(FUZZ_OBJECTS)
	$(FUZZ_CC) $(FUZZ_CFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS_report)

# Each for FUZZ_SECONDS of its own; stops at the first that finds something.
fuzz: $(FUZZ_TARGETS:%=fuzz-%)

fuzz-quick:
	$(MAKE) FUZZ_SECONDS=3 fuzz

fuzz-%: $(O)/fuzz/%
	tests/fuzz/run $< $(FUZZ_SECONDS)

# --- man pages, installation ------------------------------------------------------------------

MAN_SOURCES := $(sort $(wildcard man/*.scd))
MAN_PAGES := $(patsubst man/%.scd,$(O)/man/%,$(MAN_SOURCES))

$(O)/man/%: man/%.scd
	@mkdir -p $(@D)
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct -- $< 2>/dev/null | grep . || echo 0) scdoc <$< >$@

man: $(MAN_PAGES)

# The programs stay together, because the harness finds the others beside itself. Two of their
# names belong to other packages, so only links with names of our own go to bin/.
LIBEXEC = $(DESTDIR)$(PREFIX)/libexec/numa_test
LINKS := numa_test:numa_test numa_test-run:harness numa_test-report:report

install: all
	install -d $(LIBEXEC) $(DESTDIR)$(PREFIX)/bin
	install $(PROGRAMS:%=$(O)/%) $(LIBEXEC)
	for link in $(LINKS); do \
		ln -sf ../libexec/numa_test/$${link#*:} $(DESTDIR)$(PREFIX)/bin/$${link%:*} || exit 1; \
		install -D -m 644 tools/completion.bash \
			$(DESTDIR)$(PREFIX)/share/bash-completion/completions/$${link%:*} || exit 1; \
	done
	if command -v scdoc >/dev/null; then \
		$(MAKE) man && \
		for page in $(MAN_PAGES); do \
			install -D -m 644 $$page \
				$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/} || exit 1; \
		done; \
	fi

uninstall:
	rm -rf $(LIBEXEC)
	for link in $(LINKS); do \
		rm -f $(DESTDIR)$(PREFIX)/bin/$${link%:*} \
			$(DESTDIR)$(PREFIX)/share/bash-completion/completions/$${link%:*}; \
	done
	for page in $(MAN_PAGES); do \
		rm -f $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/}; \
	done

# --- the bundle -------------------------------------------------------------------------------

# Jobs and disturbance are static, so that their exec is one exec. The others use libraries that
# Debian has no static form of: they bring the shared ones and are started by a static launcher.
STATIC := numa_test hackbench

define static
$(O)/static/$(1): $(O)/obj/$(1)/main.o $(O)/obj/tools/resolver.o $(O)/$(1).a $(O)/lib.a
	@mkdir -p $$(@D)
	$$(CC) $$(NT_CFLAGS) $$(CFLAGS) $$(LDFLAGS) -static -o $$@ $$^ $(LIBS_$(1))
endef
$(foreach p,$(STATIC),$(eval $(call static,$(p))))

$(O)/static/launcher: $(O)/obj/tools/launcher.o
	@mkdir -p $(@D)
	$(CC) $(NT_CFLAGS) $(CFLAGS) $(LDFLAGS) -static -o $@ $^

bundle-programs: all $(STATIC:%=$(O)/static/%) $(O)/static/launcher

bundle: bundle-programs
	tools/bundle $(O)

# --- checks of the source -------------------------------------------------------------------

C_FILES = $(shell git ls-files '*.c' '*.h')
SHELL_FILES = run.sh .ci/run $(filter-out %.c,$(shell git ls-files tools)) $(shell git ls-files \
	tests/run tests/run-one tests/summary tests/fuzz/run 'tests/*.sh' 'tests/*.bash' \
	'tests/data/*/make')

tidy: tidy-format tidy-shell tidy-cppcheck tidy-clang

tidy-format:
	clang-format --dry-run -Werror $(C_FILES)

tidy-shell:
	shellcheck $(SHELL_FILES)

# Not meant: a byte offset into a struct of doubles, and a bool compared with "none yet" (-1).
CPPCHECK := cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 -I. \
	--enable=warning,performance,portability --suppress=missingIncludeSystem \
	--suppress=invalidPointerCast --suppress=compareBoolExpressionWithInt \
	'-Djson_object_foreach(object, key, value)=for (; key && value;)' \
	'-Djson_array_foreach(array, index, value)=for (; index && value;)'
tidy-cppcheck:
	$(CPPCHECK) -DNT_VERSION='""' -DNT_GIT_VERSION='""' lib $(PROGRAMS) tools

TIDY_FLAGS = -std=gnu17 -D_GNU_SOURCE -I. $(LIBXML_CFLAGS) -DNT_VERSION='""' -DNT_GIT_VERSION='""' \
	-DFUZZ_IMPORTER='""'
tidy-clang:
	printf '%s\n' $(filter %.c,$(C_FILES)) | xargs -P $$(nproc) -I FILE \
		clang-tidy --quiet FILE -- $(TIDY_FLAGS)

format:
	clang-format -i $(C_FILES)

clean:
	rm -rf $(O)

FORCE:
.PHONY: all tests bench check check-quick check-long check-fresh sanitize memcheck golden fuzz \
	fuzz-quick man install uninstall bundle bundle-programs tidy tidy-format tidy-shell \
	tidy-cppcheck tidy-clang format clean FORCE
.SECONDARY:
.DELETE_ON_ERROR:

-include $(shell find $(O)/obj $(O)/fuzz/obj -name '*.d' 2>/dev/null)
