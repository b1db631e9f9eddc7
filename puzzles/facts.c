/* facts.c -- what a turn does, as facts that can be said in any language; and the themes of a puzzle from them.
 *
 * Everything is asked of the engine: the events of the turn, and who owns what before and after it. */
#include "facts_internal.h"

#include <stdlib.h>
#include <string.h>

const char *puzzle_fact_name(unsigned kind)
{
    static const char *const names[PUZZLE_FACT_KINDS] = {
        "scores", "takes",   "shares", "claims", "blocks", "captures", "away",
        "spoils", "hinders", "grows",  "fits",   "home",   "sinks",    "keeps",
        "last",   "narrows", "feeds",  "loses",  "counts"};

    return kind < PUZZLE_FACT_KINDS ? names[kind] : "";
}

struct puzzle_fact *puzzle_facts_add(struct facts *f, enum puzzle_fact_kind kind,
                                     unsigned seat)
{
    static _Thread_local struct puzzle_fact none;
    struct puzzle_fact *fact = f->n < PUZZLE_FACTS_MAX ? &f->out[f->n++] : &none;

    *fact = (struct puzzle_fact){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
    fact->other = AUDE_SEAT_NONE;
    return fact;
}

void puzzle_facts_place(struct puzzle_fact *fact, const struct aude_game *game,
                        unsigned handle, unsigned kind)
{
    const struct aude_laid *laid = aude_laid_of(game, handle);

    fact->feature = (uint8_t)kind;
    fact->x = laid->x;
    fact->y = laid->y;
    fact->segment = (uint8_t)(handle - laid->first);
}

/* -- What can still be completed -------------------------------------------------------- */

/* How many tiles to come fit there. */
int puzzle_facts_fitting(const struct aude_game *game, int x, int y)
{
    int fit = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        int left = aude_game_left(game, (aude_kind)kind);
        if (left && aude_game_fits(game, (aude_kind)kind, x, y)) fit += left;
    }
    return fit;
}

/* Can anything be laid there in this game? The tile in hand counts, and an abbey that somebody still has: it fits every
 * hole. */
static bool facts_can_be_filled(const struct aude_game *game, int x, int y)
{
    unsigned hand =
        game->turn.phase == AUDE_PHASE_TILE ? game->turn.tile : AUDE_KIND_NONE;

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (game->abbeys.left[seat]) return true;
    if (hand != AUDE_KIND_NONE && aude_game_fits(game, (aude_kind)hand, x, y))
        return true;
    return puzzle_facts_fitting(game, x, y) > 0;
}

/* Would one more tile of that kind, laid there, complete the feature of the handle? */
static bool facts_completes(const struct aude_game *game, aude_kind kind, int x, int y,
                            unsigned handle)
{
    static _Thread_local struct aude_game trial;
    unsigned turns = aude_game_fits(game, kind, x, y);

    for (unsigned rot = 0; rot < 4; rot++) {
        struct aude_action lay = {
            .kind = AUDE_LAY, .x = (int16_t)x, .y = (int16_t)y, .arg = (uint8_t)rot};
        if (!(turns >> rot & 1)) continue;
        aude_game_copy(&trial, game);
        trial.turn.phase = AUDE_PHASE_TILE;
        trial.turn.tile = kind;
        trial.turn.actor = trial.turn.seat;
        if (!aude_game_play(&trial, lay, NULL) &&
            !trial.feature[trial.label[handle]].open)
            return true;
    }
    return false;
}

/* How many of the tiles to come would complete it there. */
static int facts_completing(const struct aude_game *game, int x, int y, unsigned handle)
{
    int n = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        int left = aude_game_left(game, (aude_kind)kind);
        if (left && facts_completes(game, (aude_kind)kind, x, y, handle)) n += left;
    }
    return n;
}

/* The open cells of a road or city: how many, whether one of them is dead, and the last of them. */
struct facts_open {
    int cells;
    bool dead;
    int16_t x, y;
};

static void facts_look_over(const struct aude_game *game, const struct aude_laid *laid,
                            unsigned side, struct facts_open *open)
{
    int x = laid->x + aude_side_x[side], y = laid->y + aude_side_y[side];

    if (aude_game_tile_at(game, x, y) >= 0) return;
    if (open->cells && open->x == x && open->y == y) return; /* two sides of one cell */
    open->cells++;
    open->x = (int16_t)x;
    open->y = (int16_t)y;
    if (!facts_can_be_filled(game, x, y)) open->dead = true;
}

static struct facts_open facts_find_open(const struct aude_game *game, unsigned feature)
{
    struct facts_open open = {0};
    unsigned head = game->feature[feature].head, handle = head;

    do {
        const struct aude_laid *laid = aude_laid_of(game, handle);
        const struct aude_segment *segment =
            &aude_tiles[laid->kind].segment[handle - laid->first];
        unsigned sides = aude_turn_sides(segment->sides, laid->rot);
        for (unsigned side = 0; side < 4; side++)
            if (sides >> side & 1) facts_look_over(game, laid, side, &open);
        handle = aude_next(game, handle);
    } while (handle != head);
    return open;
}

/* -- Features --------------------------------------------------------------------------- */

unsigned puzzle_facts_owners(const struct aude_game *game, unsigned feature)
{
    unsigned strength[AUDE_SEATS_MAX] = {0};

    aude_game_strength(game, feature, strength);
    return aude_owners(strength);
}

/* Who owned parts of it before the turn: each part that had an owner counts. `mine`: one part was the
 * seat's own, alone or not; `theirs`: seats that owned a part in which this seat had no share. */
static void facts_before(const struct facts *f, unsigned feature, unsigned *mine,
                         unsigned *theirs)
{
    const struct aude_game *after = &f->after;
    unsigned head = after->feature[feature].head, handle = head;

    *mine = *theirs = 0;
    do {
        if (handle < f->view->n_handles) {
            unsigned owners = puzzle_facts_owners(f->view, f->view->label[handle]);
            if (owners >> f->seat & 1)
                *mine = 1;
            else
                *theirs |= owners;
        }
        handle = aude_next(after, handle);
    } while (handle != head);
}

unsigned puzzle_facts_first(unsigned seats)
{
    unsigned seat = 0;

    while (seat < AUDE_SEATS_MAX && !(seats >> seat & 1)) seat++;
    return seat < AUDE_SEATS_MAX ? seat : AUDE_SEAT_NONE;
}

/* Who was paid for the feature, one bit each: it is complete, and nobody stands there any more. */
unsigned puzzle_facts_paid(const struct facts *f, unsigned feature)
{
    unsigned paid = 0;

    for (int i = 0; i < f->events.n && i < f->events.max; i++) {
        const struct aude_event *e = &f->list[i];
        int tile = aude_game_tile_at(&f->after, e->x, e->y);
        if (e->kind != AUDE_EV_SCORE || e->final || tile < 0 || !e->points ||
            e->feature >= AUDE_FEATURE_KINDS)
            continue;
        if (f->after.label[f->after.laid[tile].first + e->segment] == feature)
            paid |= 1u << e->seat;
    }
    return paid;
}

/* Whose it is now, if the turn changed that. */
static void facts_look_at_owners(struct facts *f, unsigned feature, unsigned handle)
{
    struct aude_feature_view what;
    unsigned mine, theirs, tile = aude_tile_of(&f->after, handle);
    struct puzzle_fact *fact = NULL;

    aude_game_feature(&f->after, (int)tile, (int)(handle - f->after.laid[tile].first),
                      &what);
    unsigned paid = what.owners ? 0 : puzzle_facts_paid(f, feature),
             owners = what.owners | paid;
    facts_before(f, feature, &mine, &theirs);
    if (!(owners >> f->seat & 1)) return;
    if (theirs && !(owners & theirs))
        fact = puzzle_facts_add(f, PUZZLE_TAKES, f->seat);
    else if (theirs)
        fact = puzzle_facts_add(f, PUZZLE_SHARES, f->seat);
    else if (!mine && !paid)
        fact = puzzle_facts_add(f, PUZZLE_CLAIMS, f->seat);
    if (!fact) return;
    fact->other = (uint8_t)puzzle_facts_first(theirs);
    fact->points = what.points;
    puzzle_facts_place(fact, &f->after, handle, what.kind);
}

/* How many tiles complete the own feature, where one is enough. */
static void facts_look_at_gap(struct facts *f, unsigned feature, unsigned handle)
{
    const struct aude_feature *what = &f->after.feature[feature];

    if ((what->kind != AUDE_ROAD && what->kind != AUDE_CITY) || !what->open) return;
    if (f->after.river.flowing) return; /* only its own tiles fit now */
    if (puzzle_facts_owners(&f->after, feature) != 1u << f->seat) return;
    struct facts_open open = facts_find_open(&f->after, feature);
    if (open.cells != 1 || open.dead) return;
    int completing = facts_completing(&f->after, open.x, open.y, handle);
    if (!completing) return;
    struct puzzle_fact *fact = puzzle_facts_add(f, PUZZLE_FITS, f->seat);
    puzzle_facts_place(fact, &f->after, handle, what->kind);
    fact->x = open.x;
    fact->y = open.y;
    fact->points = (int16_t)completing;
    fact->of = (int16_t)aude_game_left_total(&f->after);
}

/* The features that the turn touched: those of the tile, and where figures went. */
static void facts_look_near(struct facts *f, int x, int y)
{
    int tile = aude_game_tile_at(&f->after, x, y);

    if (tile < 0) return;
    const struct aude_laid *laid = &f->after.laid[tile];
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++) {
        unsigned handle = laid->first + s, feature = f->after.label[handle];
        if (f->seen[feature]) continue;
        f->seen[feature] = 1;
        facts_look_at_owners(f, feature, handle);
        facts_look_at_gap(f, feature, handle);
    }
}

/* Features with an owner that could be completed before the turn and no longer can. */
static void facts_look_for_dead(struct facts *f)
{
    const struct aude_game *view = f->view;

    for (unsigned handle = 0; handle < view->n_handles; handle++) {
        unsigned feature = view->label[handle], now = f->after.label[handle];
        const struct aude_feature *what = &view->feature[feature];
        if (what->head != handle || !what->open) continue;
        if (what->kind != AUDE_ROAD && what->kind != AUDE_CITY) continue;
        unsigned owners = puzzle_facts_owners(view, feature);
        if (!owners || !f->after.feature[now].open) continue;
        if (!facts_find_open(&f->after, now).dead || facts_find_open(view, feature).dead)
            continue;
        bool own = owners >> f->seat & 1;
        struct puzzle_fact *fact =
            puzzle_facts_add(f, own ? PUZZLE_SPOILS : PUZZLE_BLOCKS, f->seat);
        if (!own) fact->other = (uint8_t)puzzle_facts_first(owners);
        puzzle_facts_place(fact, view, handle, what->kind);
    }
}

/* -- Events ----------------------------------------------------------------------------- */

static void facts_look_at_events(struct facts *f)
{
    int home = 0;

    for (int i = 0; i < f->events.n && i < f->events.max; i++) {
        const struct aude_event *e = &f->list[i];
        if (e->kind == AUDE_EV_DRAW || e->final) break;
        if (e->kind == AUDE_EV_SCORE && e->points) {
            struct puzzle_fact *fact = puzzle_facts_add(f, PUZZLE_SCORES, e->seat);
            fact->feature = e->feature;
            fact->points = e->points;
            fact->x = e->x;
            fact->y = e->y;
            fact->segment = e->segment;
        }
        home += e->kind == AUDE_EV_RETURN && e->seat == f->seat;
    }
    if (home) puzzle_facts_add(f, PUZZLE_HOME, f->seat)->points = (int16_t)home;
}

static void facts_look_at_places(struct facts *f, const struct ai_line *line)
{
    for (int i = 0; i < line->n; i++)
        if (aude_action_fields(line->action[i].kind) & AUDE_HAS_CELL)
            facts_look_near(f, line->action[i].x, line->action[i].y);
}

static int facts_heavier(const void *a, const void *b)
{
    const struct puzzle_fact *p = a, *q = b;

    if (p->kind != q->kind) return p->kind - q->kind;
    if (p->points != q->points) return q->points - p->points;
    return p->x != q->x ? p->x - q->x : p->y - q->y;
}

int puzzle_facts(const struct aude_game *view, const struct ai_line *line,
                 struct puzzle_fact out[PUZZLE_FACTS_MAX])
{
    struct facts *f = calloc(1, sizeof *f);
    int n = 0;

    if (!f) return 0;
    *f = (struct facts){.view = view, .seat = view->turn.actor, .out = out};
    f->events = (struct aude_events){.list = f->list, .max = AUDE_EVENTS_MAX};
    aude_game_copy(&f->after, view);
    if (ai_line_play(&f->after, line, &f->events)) {
        facts_look_at_events(f);
        facts_look_at_places(f, line);
        if (!f->after.river.flowing) facts_look_for_dead(f);
        if (view->player[f->seat].supply[AUDE_SMALL] &&
            !f->after.player[f->seat].supply[AUDE_SMALL])
            puzzle_facts_add(f, PUZZLE_LAST, f->seat);
        puzzle_quiet_look(f, line);
        n = f->n;
        qsort(out, (size_t)n, sizeof *out, facts_heavier);
    }
    free(f);
    return n;
}

/* -- Themes ----------------------------------------------------------------------------- */

struct tags {
    char *out;
    size_t n, size;
};

static void facts_tag(struct tags *tags, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = tags->out; (at = strstr(at, name)); at += length)
        if ((at == tags->out || at[-1] == ',') && (at[length] == ',' || !at[length]))
            return;
    if (tags->n + length + 2 > tags->size) return;
    if (tags->n) tags->out[tags->n++] = ',';
    memcpy(tags->out + tags->n, name, length + 1);
    tags->n += length;
}

static void facts_tag_fact(struct tags *tags, const struct puzzle_fact *fact,
                           unsigned seat)
{
    bool field = fact->feature == AUDE_FIELD;

    if (fact->kind == PUZZLE_SCORES && fact->seat == seat) facts_tag(tags, "close");
    if (fact->kind == PUZZLE_TAKES || fact->kind == PUZZLE_SHARES)
        facts_tag(tags, field ? "farm" : "theft");
    if (fact->kind == PUZZLE_CLAIMS && field) facts_tag(tags, "farm");
    if (fact->kind == PUZZLE_BLOCKS) facts_tag(tags, "block");
    if (fact->kind == PUZZLE_HOME) facts_tag(tags, "home");
    if (fact->kind == PUZZLE_LAST) facts_tag(tags, "last-follower");
}

/* What of an expansion the turn uses: figures other than small ones, and actions of its own. */
static void facts_tag_action(struct tags *tags, struct aude_action action)
{
    if (action.kind == AUDE_PUT && action.figure != AUDE_SMALL)
        facts_tag(tags, aude_figure_name(action.figure));
    if (action.kind != AUDE_PUT && action.kind != AUDE_LAY && action.kind != AUDE_PASS)
        facts_tag(tags, aude_action_name(action.kind));
}

size_t puzzle_facts_tags(const struct aude_game *view, const struct ai_line *best,
                         bool exact, char *out, size_t size)
{
    struct puzzle_fact fact[PUZZLE_FACTS_MAX];
    struct tags tags = {.out = out, .size = size};
    int n = puzzle_facts(view, best, fact);

    out[0] = 0;
    if (exact) facts_tag(&tags, "exact");
    if (aude_game_left_total(view) < 10) facts_tag(&tags, "last-tiles");
    for (int i = 0; i < n; i++) facts_tag_fact(&tags, &fact[i], view->turn.actor);
    for (int i = 0; i < best->n; i++) facts_tag_action(&tags, best->action[i]);
    if (!tags.n) facts_tag(&tags, "place");
    return tags.n;
}
