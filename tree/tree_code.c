/* tree_code.c -- actions as few letters as possible (tree_code.h). */
#include "tree_code.h"

#include <stdlib.h>
#include <string.h>

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* -- Letters ---------------------------------------------------------------------------- */

static void code_letter(struct tree_code *code, uint32_t six)
{
    if (code->n < code->size) code->out[code->n] = letters[six & 63];
    code->n++;
}

static void code_byte_out(struct tree_code *code, uint32_t byte)
{
    code->bits = code->bits << 8 | (byte & 255);
    for (code->n_bits += 8; code->n_bits >= 6; code->n_bits -= 6)
        code_letter(code, code->bits >> (code->n_bits - 6));
}

static uint32_t code_byte_in(struct tree_code *code)
{
    while (code->n_bits < 8) {
        const char *at = code->n_in ? memchr(letters, *code->in, 64) : NULL;
        code->bits = code->bits << 6 | (uint32_t)(at ? at - letters : 0);
        code->n_bits += 6;
        if (at)
            code->in++, code->n_in--;
        else
            code->n_in = 0, code->missing++;
    }
    code->n_bits -= 8;
    return code->bits >> code->n_bits & 255;
}

/* -- Numbers: a range coder without carries ----------------------------------------------- */

enum { TOP = 1 << 24, BOTTOM = 1 << 16 }; /* a number is below BOTTOM */

/* Makes room for the next number: is the first byte of the range settled? */
static bool code_settled(struct tree_code *code)
{
    if ((code->low ^ (code->low + code->range)) < TOP) return true;
    if (code->range >= BOTTOM) return false;
    code->range = -code->low & (BOTTOM - 1);
    return true;
}

static void code_put(struct tree_code *code, unsigned number, unsigned below)
{
    code->range /= below;
    code->low += number * code->range;
    while (code_settled(code)) {
        code_byte_out(code, code->low >> 24);
        code->low <<= 8;
        code->range <<= 8;
    }
}

static unsigned code_get(struct tree_code *code, unsigned below)
{
    code->range /= below;
    unsigned number = (code->value - code->low) / code->range;
    if (number >= below) number = below - 1; /* damaged */
    code->low += number * code->range;
    while (code_settled(code)) {
        code->value = code->value << 8 | code_byte_in(code);
        code->low <<= 8;
        code->range <<= 8;
    }
    return number;
}

/* -- Actions ---------------------------------------------------------------------------- */

/* By their fields; draws by the tile's name, since its number changes when sets are added. */
static int code_compare(const void *one, const void *other)
{
    const struct aude_action *a = one, *b = other;

    if (a->kind != b->kind) return a->kind - b->kind;
    if (a->kind == AUDE_TELL) return strcmp(aude_tiles[a->arg].id, aude_tiles[b->arg].id);
    if (a->x != b->x) return a->x - b->x;
    if (a->y != b->y) return a->y - b->y;
    if (a->arg != b->arg) return a->arg - b->arg;
    if (a->figure != b->figure) return a->figure - b->figure;
    return a->segment - b->segment;
}

static void code_list(struct tree_code *code, const struct aude_game *game)
{
    int n = aude_game_actions(game, code->list, AUDE_ACTIONS_MAX);

    code->n_list = n < AUDE_ACTIONS_MAX ? n : AUDE_ACTIONS_MAX;
    qsort(code->list, (size_t)code->n_list, sizeof *code->list, code_compare);
}

/* A field of an action that is not listed: reads it, or writes *value. */
static void code_field(struct tree_code *code, bool write, int *value, int low, int high)
{
    if (write)
        code_put(code, (unsigned)(*value - low), (unsigned)(high - low + 1));
    else
        *value = low + (int)code_get(code, (unsigned)(high - low + 1));
}

struct bounds {
    int kind_lo, kind_hi, arg_lo, arg_hi, x_lo, x_hi, y_lo, y_hi;
    int figure_lo, figure_hi, segment_lo, segment_hi;
};

/* Within which bounds is an action that is decided by numbers (a throw, a scatter ...)? */
static bool code_bounds(const struct aude_game *game, struct bounds *out)
{
    struct aude_range r;

    if (!aude_game_range(game, &r)) return false;
    *out = (struct bounds){.kind_lo = r.kind,
                           .kind_hi = r.kind,
                           .arg_lo = r.arg_lo,
                           .arg_hi = r.arg_hi,
                           .x_lo = r.x_lo,
                           .x_hi = r.x_hi,
                           .y_lo = r.y_lo,
                           .y_hi = r.y_hi,
                           .figure_lo = -r.hand_aim,
                           .figure_hi = r.hand_aim,
                           .segment_lo = -r.hand_power,
                           .segment_hi = r.hand_power};
    return true;
}

static bool code_within(const struct bounds *in, struct aude_action a)
{
    int figure = a.kind == AUDE_SCATTER ? (int8_t)a.figure : a.figure,
        segment = a.kind == AUDE_SCATTER ? (int8_t)a.segment : a.segment;

    return a.kind == in->kind_lo && a.arg >= in->arg_lo && a.arg <= in->arg_hi &&
           a.x >= in->x_lo && a.x <= in->x_hi && a.y >= in->y_lo && a.y <= in->y_hi &&
           figure >= in->figure_lo && figure <= in->figure_hi &&
           segment >= in->segment_lo && segment <= in->segment_hi;
}

static struct aude_action code_fields(struct tree_code *code, bool write,
                                      const struct bounds *in, struct aude_action a)
{
    int kind = a.kind, arg = a.arg, x = a.x, y = a.y,
        figure = in->figure_lo < 0 ? (int8_t)a.figure : a.figure,
        segment = in->segment_lo < 0 ? (int8_t)a.segment : a.segment;

    code_field(code, write, &kind, in->kind_lo, in->kind_hi);
    code_field(code, write, &arg, in->arg_lo, in->arg_hi);
    code_field(code, write, &x, in->x_lo, in->x_hi);
    code_field(code, write, &y, in->y_lo, in->y_hi);
    code_field(code, write, &figure, in->figure_lo, in->figure_hi);
    code_field(code, write, &segment, in->segment_lo, in->segment_hi);
    return (struct aude_action){.kind = (uint8_t)kind,
                                .figure = (uint8_t)figure,
                                .segment = (uint8_t)segment,
                                .arg = (uint8_t)arg,
                                .x = (int16_t)x,
                                .y = (int16_t)y};
}

/* Not listed: by numbers, or anything at all. */
static struct aude_action code_other(struct tree_code *code, const struct aude_game *game,
                                     bool write, struct aude_action action)
{
    static const struct bounds any = {.kind_hi = 255,
                                      .arg_hi = 255,
                                      .x_lo = INT16_MIN / 2,
                                      .x_hi = INT16_MAX / 2,
                                      .y_lo = INT16_MIN / 2,
                                      .y_hi = INT16_MAX / 2,
                                      .figure_hi = 255,
                                      .segment_hi = 255};
    struct bounds numbers;
    int ranged = code_bounds(game, &numbers) && (!write || code_within(&numbers, action));

    code_field(code, write, &ranged, 0, 1);
    if (ranged && !code_bounds(game, &numbers)) ranged = 0; /* damaged */
    return code_fields(code, write, ranged ? &numbers : &any, action);
}

/* -- Writing ---------------------------------------------------------------------------- */

void tree_code_write_begin(struct tree_code *code, char *out, size_t size)
{
    memset(code, 0, offsetof(struct tree_code, list));
    code->out = out;
    code->size = size;
    code->range = UINT32_MAX;
}

void tree_code_write(struct tree_code *code, const struct aude_game *game,
                     struct aude_action action)
{
    code_list(code, game);
    const struct aude_action *found = bsearch(&action, code->list, (size_t)code->n_list,
                                              sizeof *code->list, code_compare);

    code_put(code, (unsigned)(found ? found - code->list : code->n_list),
             (unsigned)code->n_list + 1);
    if (!found) code_other(code, game, true, action);
}

void tree_code_write_check(struct tree_code *code, const struct aude_game *game,
                           unsigned bits)
{
    code_put(code, (unsigned)(aude_game_hash(game) & ((1u << bits) - 1)), 1u << bits);
}

size_t tree_code_write_end(struct tree_code *code)
{
    for (int i = 0; i < 4; i++, code->low <<= 8) code_byte_out(code, code->low >> 24);
    if (code->n_bits) code_letter(code, code->bits << (6 - code->n_bits));
    return code->n;
}

/* -- Reading ---------------------------------------------------------------------------- */

void tree_code_read_begin(struct tree_code *code, const char *in, size_t n)
{
    memset(code, 0, offsetof(struct tree_code, list));
    code->in = in;
    code->n_in = n;
    code->range = UINT32_MAX;
    for (int i = 0; i < 4; i++) code->value = code->value << 8 | code_byte_in(code);
}

struct aude_action tree_code_read(struct tree_code *code, const struct aude_game *game)
{
    code_list(code, game);
    unsigned number = code_get(code, (unsigned)code->n_list + 1);

    return number < (unsigned)code->n_list
               ? code->list[number]
               : code_other(code, game, false, (struct aude_action){0});
}

bool tree_code_read_check(struct tree_code *code, const struct aude_game *game,
                          unsigned bits)
{
    return code_get(code, 1u << bits) == (aude_game_hash(game) & ((1u << bits) - 1));
}

bool tree_code_read_enough(const struct tree_code *code)
{
    return !code->missing;
}
