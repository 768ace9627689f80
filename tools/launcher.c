/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * launcher: starts a program of a bundle with the bundle's own libraries.
 *
 * DIR/bin/NAME is this program, static. It executes DIR/lib/NAME through DIR/bin/ld.so, the C
 * library's program loader, because the loader's path inside an executable can be neither relative
 * nor searched for (ld.so(8), elf(5): PT_INTERP). The loader is entered by the link
 * DIR/lib/as/NAME, since a process is called after the last part of the path it was executed by;
 * and it lies in bin/, where /proc/self/exe then points and the other programs are.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	LOADER_ARGS = 6
}; /* of the loader itself, before the program's own */

/* DIR and NAME of DIR/bin/NAME, which is cut in three. */
static int split(char *self, const char **dir, const char **name)
{
	char *slash = strrchr(self, '/');

	if (!slash)
		return -ENOENT;
	*slash = '\0';
	*name = slash + 1;
	slash = strrchr(self, '/');
	if (!slash)
		return -ENOENT;
	*slash = '\0';
	*dir = self;
	return 0;
}

static char *path_join(const char *dir, const char *folder, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s%s", dir, folder, name) < 0) {
		perror("launcher");
		exit(EXIT_FAILURE);
	}
	return path;
}

/* Returns only when it could not. */
static void launch(const char *dir, const char *name, int argc, char **argv)
{
	char **args = calloc((size_t)argc + LOADER_ARGS, sizeof(*args));
	size_t n = 0;

	if (!args)
		return;
	args[n++] = path_join(dir, "lib/as/", name);
	args[n++] = "--argv0";
	args[n++] = argv[0];
	args[n++] = "--library-path";
	args[n++] = path_join(dir, "lib", "");
	args[n++] = path_join(dir, "lib/", name);
	memcpy(args + n, argv + 1, (size_t)argc * sizeof(*argv));
	/* The machine's own hwloc plugins were linked with another C library. */
	setenv("HWLOC_PLUGINS_PATH", args[4], 1);
	execv(args[0], args);
}

int main(int argc, char **argv)
{
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	const char *dir, *name;

	self[len > 0 ? len : 0] = '\0';
	if (len < 0 || split(self, &dir, &name)) {
		fprintf(stderr, "launcher: /proc/self/exe: %s\n", strerror(errno));
		return EXIT_FAILURE;
	}
	launch(dir, name, argc, argv);
	fprintf(stderr, "%s: could not start: %s\n", argv[0], strerror(errno));
	return EXIT_FAILURE;
}
