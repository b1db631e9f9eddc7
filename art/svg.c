/* svg.c -- bounded text, and path data in relative steps, which are shorter. */
#include "svg.h"

#include <stdarg.h>

void svg_begin(struct svg *s, char *out, size_t size)
{
    *s = (struct svg){.out = out, .size = size};
    if (size) out[0] = 0;
}

size_t svg_end(struct svg *s)
{
    if (s->size) s->out[s->n < s->size ? s->n : s->size - 1] = 0;
    return s->n;
}

static void svg_put(struct svg *s, char c)
{
    if (s->n + 1 < s->size) s->out[s->n] = c;
    s->n++;
    s->last = c;
}

static void svg_put_text(struct svg *s, const char *text)
{
    while (*text) svg_put(s, *text++);
}

static void svg_put_int(struct svg *s, int v)
{
    char digits[12];
    int n = 0;
    unsigned u = v < 0 ? 0u - (unsigned)v : (unsigned)v;

    if (v < 0) svg_put(s, '-');
    do digits[n++] = (char)('0' + u % 10);
    while (u /= 10);
    while (n) svg_put(s, digits[--n]);
}

static void svg_put_hundredths(struct svg *s, int v)
{
    if (v < 0) svg_put(s, '-');
    if (v < 0) v = -v;
    if (v >= 100 || v == 0) svg_put_int(s, v / 100);
    if (v % 100) {
        svg_put(s, '.');
        svg_put(s, (char)('0' + v % 100 / 10));
        if (v % 10) svg_put(s, (char)('0' + v % 10));
    }
}

void svg_print(struct svg *s, const char *format, ...)
{
    va_list args;

    s->command = 0;
    va_start(args, format);
    for (; *format; format++) {
        if (*format != '%') {
            svg_put(s, *format);
            continue;
        }
        switch (*++format) {
        case 'd':
            svg_put_int(s, va_arg(args, int));
            break;
        case 'h':
            svg_put_hundredths(s, va_arg(args, int));
            break;
        case 's':
            svg_put_text(s, va_arg(args, const char *));
            break;
        case 'c':
            svg_put(s, (char)va_arg(args, int));
            break;
        default:
            svg_put(s, *format);
            break;
        }
    }
    va_end(args);
}

void svg_escaped(struct svg *s, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            svg_put_text(s, "&amp;");
        else if (*text == '<')
            svg_put_text(s, "&lt;");
        else
            svg_put(s, *text);
    }
}

/* A number of a path; a minus sign needs no separator. */
static void svg_put_number(struct svg *s, int v)
{
    if (v >= 0 && s->last >= '0' && s->last <= '9') svg_put(s, ' ');
    svg_put_int(s, v);
}

void svg_move(struct svg *s, struct point p)
{
    s->x = round_int(p.x);
    s->y = round_int(p.y);
    svg_put(s, 'M');
    s->command = 'M';
    svg_put_number(s, s->x);
    svg_put_number(s, s->y);
}

static void svg_put_command(struct svg *s, char command)
{
    if (s->command != command) svg_put(s, command);
    s->command = command;
}

/* The step to p from the current point; *x, *y become p. */
static void svg_put_step(struct svg *s, struct point p, int *x, int *y)
{
    *x = round_int(p.x);
    *y = round_int(p.y);
    svg_put_number(s, *x - s->x);
    svg_put_number(s, *y - s->y);
}

void svg_line_to(struct svg *s, struct point p)
{
    int x = round_int(p.x), y = round_int(p.y);

    if (x == s->x && y == s->y) return;
    if (y == s->y) {
        svg_put_command(s, 'h');
        svg_put_number(s, x - s->x);
    } else if (x == s->x) {
        svg_put_command(s, 'v');
        svg_put_number(s, y - s->y);
    } else {
        svg_put_command(s, 'l');
        svg_put_step(s, p, &x, &y);
    }
    s->x = x;
    s->y = y;
}

void svg_quad_to(struct svg *s, struct point c, struct point p)
{
    int x, y;

    svg_put_command(s, 'q');
    svg_put_step(s, c, &x, &y);
    svg_put_step(s, p, &x, &y);
    s->x = x;
    s->y = y;
}

void svg_close(struct svg *s)
{
    svg_put(s, 'z');
    s->command = 'z';
}

void svg_poly(struct svg *s, const struct line *l, int closed)
{
    if (!l->n) return;
    svg_move(s, l->p[0]);
    for (int i = 1; i < l->n; i++) svg_line_to(s, l->p[i]);
    if (closed) svg_close(s);
}

static void svg_smooth_closed(struct svg *s, const struct line *l)
{
    svg_move(s, lerp(l->p[l->n - 1], l->p[0], 0.5));
    for (int i = 0; i < l->n; i++)
        svg_quad_to(s, l->p[i], lerp(l->p[i], l->p[(i + 1) % l->n], 0.5));
    svg_close(s);
}

static void svg_smooth_rest(struct svg *s, const struct line *l)
{
    if (l->n == 2) svg_line_to(s, l->p[1]);
    for (int i = 1; i < l->n - 1; i++)
        svg_quad_to(s, l->p[i],
                    i < l->n - 2 ? lerp(l->p[i], l->p[i + 1], 0.5) : l->p[l->n - 1]);
}

void svg_smooth(struct svg *s, const struct line *l, int closed)
{
    if (!l->n) return;
    if (closed) {
        svg_smooth_closed(s, l);
        return;
    }
    svg_move(s, l->p[0]);
    svg_smooth_rest(s, l);
}

void svg_smooth_on(struct svg *s, const struct line *l)
{
    if (!l->n) return;
    svg_line_to(s, l->p[0]);
    svg_smooth_rest(s, l);
}

void svg_rounded(struct svg *s, const struct line *l, double r)
{
    for (int i = 0; i < l->n; i++) {
        struct point p = l->p[i], a = l->p[(i + l->n - 1) % l->n],
                     b = l->p[(i + 1) % l->n];
        double la = dist(p, a), lb = dist(p, b);
        struct point from = lerp(p, a, la > 2 * r ? r / la : 0.5);
        struct point to = lerp(p, b, lb > 2 * r ? r / lb : 0.5);

        if (i == 0)
            svg_move(s, from);
        else
            svg_line_to(s, from);
        svg_quad_to(s, p, to);
    }
    svg_close(s);
}
