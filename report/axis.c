/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>

#include "report/axis.h"
#include "report/svg.h"

static double nice_step(double range, size_t n)
{
	double raw = range / (double)n, power = pow(10, floor(log10(raw)));

	for (int i = 0; i < 3; i++) {
		static const double nice[] = { 1, 2, 5 };

		if (nice[i] * power >= raw * .999)
			return nice[i] * power;
	}
	return 10 * power;
}

struct axis axis_make(double low, double high, size_t n, double from, double to)
{
	struct axis a = { .low = 0, .high = 1, .step = .5, .from = from, .to = to };

	if (!isfinite(low) || !isfinite(high) || low > high)
		return a;
	if (high - low <= 1e-9 * fmax(fabs(low), fabs(high)) || high - low < 1e-300) {
		double room = low == 0 ? 1 : .05 * fabs(low);

		low -= room;
		high += room;
	}
	a.step = nice_step(high - low, n);
	a.low = floor(low / a.step + 1e-9) * a.step;
	a.high = ceil(high / a.step - 1e-9) * a.step;
	return a;
}

double axis_at(const struct axis *a, double value)
{
	double part = (value - a->low) / (a->high - a->low);

	return a->from + fmin(fmax(part, 0), 1) * (a->to - a->from);
}

size_t axis_n_ticks(const struct axis *a)
{
	return (size_t)llround((a->high - a->low) / a->step) + 1;
}

double axis_tick(const struct axis *a, size_t i)
{
	double v = a->low + (double)i * a->step;

	return fabs(v) < a->step * 1e-6 ? 0 : v;
}

int axis_decimals(const struct axis *a)
{
	int d = (int)ceil(-log10(a->step) - 1e-9);

	return d < 0 ? 0 : d > 9 ? 9 : d;
}

void axis_draw(const struct axis *a, struct markup *m, double top, double bottom, bool sign,
	       const char *unit)
{
	size_t n = axis_n_ticks(a);

	for (size_t i = 0; i < n; i++) {
		double v = axis_tick(a, i), x = axis_at(a, v);

		svg_line(m, "faint", "#c8c8c8", x, top, x, bottom);
		svg_textf(m, "muted", "#555555", x, bottom + 16, "middle",
			  sign && v != 0 ? "%+.*f%s" : "%.*f%s", axis_decimals(a), v,
			  i + 1 == n ? unit : "");
	}
}
