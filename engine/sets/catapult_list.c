/* catapult_list.c -- what may be thrown: ranges of whole numbers, and the few of each that are
 * listed for those who live on lists. */
#include "sets/catapult_internal.h"

/* -- Ranges ----------------------------------------------------------------------------- */

/* The least power that takes a toss to `x` of the lane. */
static int16_t catapult_list_toss_power_to(int x)
{
    return (int16_t)((x * AUDE_CAT_POWER_MAX + AUDE_CAT_LANE_MAX - 1) /
                     AUDE_CAT_LANE_MAX);
}

/* CAT-25, CAT-26: the numbers of a toss that was glimpsed in this cell. */
static void catapult_list_range_of_glimpse(const uint8_t cell[2], struct aude_range *out)
{
    int16_t past = catapult_list_toss_power_to((cell[0] + 1) * AUDE_CAT_GLIMPSE);

    out->kind = AUDE_REVEAL;
    out->x_lo = (int16_t)(cell[1] * AUDE_CAT_GLIMPSE - AUDE_CAT_LANE_SIDE);
    out->x_hi = (int16_t)(out->x_lo + AUDE_CAT_GLIMPSE - 1);
    out->y_lo = catapult_list_toss_power_to(cell[0] * AUDE_CAT_GLIMPSE);
    out->y_hi = past > AUDE_CAT_POWER_MAX ? AUDE_CAT_POWER_MAX : (int16_t)(past - 1);
}

void aude__catapult_list_scatter_range(const struct aude_game *game,
                                       struct aude_range *out)
{
    bool direct = game->sw[AUDE_SWITCH_CATAPULT_MODE] == AUDE_CATAPULT_DIRECT;

    out->kind = AUDE_SCATTER;
    out->x_hi = aude__is_catch(game) ? AUDE_CAT_LANE_S : AUDE_CAT_S_R;
    out->y_hi = aude__is_catch(game) ? AUDE_CAT_LANE_S : AUDE_CAT_S_A;
    out->x_lo = (int16_t)-out->x_hi;
    out->y_lo = (int16_t)-out->y_hi;
    out->hand_aim = direct ? AUDE_CAT_HAND_A : 0;
    out->hand_power = direct ? AUDE_CAT_HAND_P : 0;
}

static void catapult_list_range_of_throw(const struct aude_game *game,
                                         struct aude_range *out)
{
    bool toss = aude__is_catch(game);

    out->kind = toss ? AUDE_TOSS : AUDE_THROW;
    out->arg_hi = toss ? 0 : AUDE_CAT_STANDS - 1;
    out->x_lo = toss ? -AUDE_CAT_LANE_SIDE : 0;
    out->x_hi = toss ? AUDE_CAT_LANE_SIDE - 1 : AUDE_CAT_TURN - 1;
    out->y_hi = AUDE_CAT_POWER_MAX;
}

bool aude_game_range(const struct aude_game *game, struct aude_range *out)
{
    const struct aude_catapult *cat = &game->catapult;

    *out = (struct aude_range){0};
    switch (game->turn.phase) {
    case AUDE_PHASE_THROW:
        catapult_list_range_of_throw(game, out);
        return true;
    case AUDE_PHASE_CATCH:
        *out = (struct aude_range){.kind = AUDE_HANDS,
                                   .arg_lo = 1,
                                   .arg_hi = 1,
                                   .x_hi = AUDE_CAT_LANE_MAX,
                                   .y_lo = -AUDE_CAT_LANE_SIDE,
                                   .y_hi = AUDE_CAT_LANE_SIDE - 1};
        return true;
    case AUDE_PHASE_SCATTER:
        if (aude__is_catch(game) && !cat->known)
            catapult_list_range_of_glimpse(cat->glimpse, out);
        else
            aude__catapult_list_scatter_range(game, out);
        return true;
    default:
        return false;
    }
}

bool aude__catapult_list_in_range(const struct aude_game *game, struct aude_action action)
{
    struct aude_range range;

    return aude_game_range(game, &range) && action.kind == range.kind &&
           action.arg >= range.arg_lo && action.arg <= range.arg_hi &&
           action.x >= range.x_lo && action.x <= range.x_hi && action.y >= range.y_lo &&
           action.y <= range.y_hi;
}

struct aude_action aude__catapult_list_glimpse_of(struct aude_action toss)
{
    int x = toss.y * AUDE_CAT_LANE_MAX / AUDE_CAT_POWER_MAX;

    return (struct aude_action){
        .kind = AUDE_GLIMPSE,
        .x = (int16_t)(x / AUDE_CAT_GLIMPSE),
        .y = (int16_t)((toss.x + AUDE_CAT_LANE_SIDE) / AUDE_CAT_GLIMPSE)};
}

/* -- Listing ---------------------------------------------------------------------------- */

static void catapult_list_kinds(struct aude__sink *sink)
{
    for (uint8_t kind = 0; kind < AUDE_CATAPULT_KINDS; kind++)
        aude__sink_add(sink, (struct aude_action){.kind = AUDE_CATAPULT, .arg = kind});
}

/* Every stand straight across the board, at three powers. */
static void catapult_list_throws(struct aude__sink *sink)
{
    for (unsigned stand = 0; stand < AUDE_CAT_STANDS; stand++)
        for (int power = 256; power < AUDE_CAT_POWER_MAX; power += 256)
            aude__sink_add(sink, (struct aude_action){
                                     .kind = AUDE_THROW,
                                     .arg = (uint8_t)stand,
                                     .x = (int16_t)((1024 + 512 * stand) % AUDE_CAT_TURN),
                                     .y = (int16_t)power});
}

static int catapult_list_glimpse_middle(int cell)
{
    return cell * AUDE_CAT_GLIMPSE + AUDE_CAT_GLIMPSE / 2;
}

/* The middle of every cell of the glimpse, and the toss of CAT-19. */
static void catapult_list_tosses(struct aude__sink *sink)
{
    for (int along = 0; along < 5; along++)
        for (int across = 0; across < 4; across++)
            aude__sink_add(sink, (struct aude_action){
                                     .kind = AUDE_TOSS,
                                     .x = (int16_t)(catapult_list_glimpse_middle(across) -
                                                    AUDE_CAT_LANE_SIDE),
                                     .y = catapult_list_toss_power_to(
                                         catapult_list_glimpse_middle(along))});
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_TOSS, .y = 700});
}

/* CAT-28: the middle of the glimpsed cell, which for the last one lies beyond reach. */
struct aude_action aude__catapult_list_hands_default(const struct aude_game *game)
{
    const uint8_t *cell = game->catapult.glimpse;

    return (struct aude_action){
        .kind = AUDE_HANDS,
        .arg = 1,
        .x = (int16_t)aude__within(catapult_list_glimpse_middle(cell[0]), 0,
                                   AUDE_CAT_LANE_MAX),
        .y = (int16_t)(catapult_list_glimpse_middle(cell[1]) - AUDE_CAT_LANE_SIDE)};
}

/* Hands off; in the middle of the glimpsed cell; a quarter of a cell from there to each
 * corner. */
static void catapult_list_hands(const struct aude_game *game, struct aude__sink *sink)
{
    struct aude_action middle = aude__catapult_list_hands_default(game);

    aude__sink_add(sink, (struct aude_action){.kind = AUDE_HANDS});
    aude__sink_add(sink, middle);
    for (int corner = 0; corner < 4; corner++) {
        struct aude_action hands = middle;
        hands.x = (int16_t)(hands.x + (corner & 1 ? 64 : -64));
        hands.y = (int16_t)(hands.y + (corner & 2 ? 64 : -64));
        if (!aude__catapult_hands_check(game, hands)) aude__sink_add(sink, hands);
    }
}

/* What chance may add, for a hidden game: nine scatters that are about equally likely.
 * The scatter is a triangle; the middles of its thirds lie at 0 and at 0.42 of its half
 * width. */
static void catapult_list_scatters(const struct aude_range *range,
                                   struct aude__sink *sink)
{
    for (int i = 0; i < 9; i++)
        aude__sink_add(sink, (struct aude_action){
                                 .kind = AUDE_SCATTER,
                                 .x = (int16_t)(range->x_hi * 42 * (i % 3 - 1) / 100),
                                 .y = (int16_t)(range->y_hi * 42 * (i / 3 - 1) / 100)});
}

/* Tosses near the corners of the glimpsed cell; the farthest cell is a line. */
static void catapult_list_reveals(const struct aude_range *range, struct aude__sink *sink)
{
    int deep = range->y_hi - range->y_lo;

    for (int i = 0; i < (deep ? 4 : 2); i++)
        aude__sink_add(sink,
                       (struct aude_action){
                           .kind = AUDE_REVEAL,
                           .x = (int16_t)(range->x_lo + (i & 1 ? 192 : 64)),
                           .y = (int16_t)(range->y_lo + deep * (i & 2 ? 3 : 1) / 4)});
}

static void catapult_list_chances(const struct aude_game *game, struct aude__sink *sink)
{
    struct aude_range range;

    aude_game_range(game, &range);
    if (range.kind == AUDE_REVEAL)
        catapult_list_reveals(&range, sink);
    else
        catapult_list_scatters(&range, sink);
}

void aude__catapult_list(const struct aude_game *game, struct aude__sink *sink)
{
    switch (game->turn.phase) {
    case AUDE_PHASE_CATAPULT:
        catapult_list_kinds(sink);
        break;
    case AUDE_PHASE_THROW:
        if (aude__is_catch(game))
            catapult_list_tosses(sink);
        else
            catapult_list_throws(sink);
        break;
    case AUDE_PHASE_CATCH:
        catapult_list_hands(game, sink);
        break;
    case AUDE_PHASE_SCATTER:
        catapult_list_chances(game, sink);
        break;
    case AUDE_PHASE_SEDUCE:
        aude__catapult_seduce_list(game, sink);
        break;
    default:
        break;
    }
}
