/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/intmap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Index of the first entry with a key >= key. */
static size_t lower_bound(const struct intmap *m, int key)
{
	size_t lo = 0, hi = m->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (m->entries[mid].key < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static const struct intmap_entry *find(const struct intmap *m, int key)
{
	size_t i = lower_bound(m, key);

	return i < m->n && m->entries[i].key == key ? &m->entries[i] : NULL;
}

static int make_room(struct intmap *m)
{
	struct intmap_entry *grown;
	size_t room = m->room ? 2 * m->room : 4;

	if (m->n < m->room)
		return 0;
	grown = reallocarray(m->entries, room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	m->entries = grown;
	m->room = room;
	return 0;
}

/* The value under key, made as 0 where there was none; NULL when memory is short. */
static int64_t *slot(struct intmap *m, int key)
{
	size_t i = lower_bound(m, key);

	if (i == m->n || m->entries[i].key != key) {
		if (make_room(m))
			return NULL;
		memmove(&m->entries[i + 1], &m->entries[i], (m->n - i) * sizeof(*m->entries));
		m->entries[i] = (struct intmap_entry){ .key = key };
		m->n++;
	}
	m->known = true;
	return &m->entries[i].value;
}

/* A file may hold any number: a sum that does not fit stays at the end of the range. */
static int64_t add_clamped(int64_t a, int64_t b)
{
	int64_t sum;

	if (__builtin_add_overflow(a, b, &sum))
		return a < 0 ? INT64_MIN : INT64_MAX;
	return sum;
}

int intmap_add(struct intmap *m, int key, int64_t delta)
{
	int64_t *value = slot(m, key);

	if (!value)
		return -ENOMEM;
	*value = add_clamped(*value, delta);
	return 0;
}

int intmap_set(struct intmap *m, int key, int64_t value)
{
	int64_t *v = slot(m, key);

	if (!v)
		return -ENOMEM;
	*v = value;
	return 0;
}

int64_t intmap_get(const struct intmap *m, int key)
{
	const struct intmap_entry *entry = find(m, key);

	return entry ? entry->value : 0;
}

bool intmap_has(const struct intmap *m, int key)
{
	return find(m, key) != NULL;
}

int64_t intmap_sum(const struct intmap *m)
{
	int64_t sum = 0;

	intmap_for_each (it, m)
		sum = add_clamped(sum, it->value);
	return sum;
}

int intmap_copy(struct intmap *to, const struct intmap *from)
{
	struct intmap copy = { .known = from->known };

	intmap_for_each (it, from) {
		if (intmap_set(&copy, it->key, it->value)) {
			intmap_release(&copy);
			return -ENOMEM;
		}
	}
	intmap_release(to);
	*to = copy;
	return 0;
}

void intmap_release(struct intmap *m)
{
	free(m->entries);
	*m = (struct intmap){ 0 };
}

int intmap_argmax(const struct intmap *m, int prefer)
{
	int best = -1;
	int64_t most = 0;

	intmap_for_each (it, m) {
		if (it->value > most || (it->value == most && most > 0 && it->key == prefer)) {
			most = it->value;
			best = it->key;
		}
	}
	return best;
}
