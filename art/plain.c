/* plain.c -- the flat style: few colours, strong borders, only what the rules need. */
#include "style.h"

#define P_INK   "#33291f"
#define P_FIELD "#cfdba0"
#define P_ROAD  "#fbf6e6"
#define P_WATER "#8fc3dd"
#define P_BANK  "#3f7d9c"
#define P_CITY  "#dd9a68"
#define P_WALL  "#6b3f22"
#define P_HEDGE "#5f7a3a"
#define P_STONE "#d9d2c2"

/* More room than SIGN_ROOM is no better; nearer than SIGNS_APART two signs crowd. */
enum { SIGN_ROOM = 210, SIGNS_APART = 250 };

/* A way is drawn a little beyond its side, so that no end shows at the border. */
static void plain_way_path(struct svg *s, const struct line *l, unsigned from,
                           unsigned to)
{
    struct line way = {0};

    if (from != NOBODY)
        art_line_add(&way, shift(plan_side_middle(from), plan_side_inward(from), -40));
    for (int i = 0; i < l->n; i += 2) art_line_add(&way, l->p[i]);
    if (l->n % 2 == 0) art_line_add(&way, l->p[l->n - 1]);
    if (to != NOBODY)
        art_line_add(&way, shift(plan_side_middle(to), plan_side_inward(to), -40));
    svg_smooth(s, &way, 0);
}

static void plain_strokes(struct svg *s, const char *colour, int width)
{
    svg_print(s,
              "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
              "stroke-linejoin=\"round\" d=\"",
              colour, width);
}

static void plain_river(struct svg *s, const struct plan *plan)
{
    for (int pass = 0; pass < 2; pass++) {
        const char *colour = pass ? P_WATER : P_BANK;
        int width = 2 * RIVER_HALF + (pass ? 0 : 22);

        plain_strokes(s, colour, width);
        for (int i = 0; i < plan->n_rivers; i++)
            plain_way_path(s, &plan->river[i], plan->river_side[i][0],
                           plan->river_side[i][1]);
        svg_print(s, "\"/>");
        if (plan->n_rivers > 1)
            svg_print(s, "<circle cx=\"500\" cy=\"500\" r=\"%d\" fill=\"%s\"/>",
                      width / 2, colour);
        if (!plan->pool.n) continue;
        svg_print(s, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\" d=\"", colour,
                  colour, pass ? 0 : 22);
        svg_smooth(s, &plan->pool, 1);
        svg_print(s, "\"/>");
    }
}

static void plain_road_pass(struct svg *s, const struct plan *plan, int upper,
                            const char *colour, int width)
{
    plain_strokes(s, colour, width);
    for (int i = 0; i < plan->n_roads; i++)
        if (plan->road[i].upper == upper)
            plain_way_path(s, &plan->road[i].line, plan->road[i].from, plan->road[i].to);
    svg_print(s, "\"/>");
}

static void plain_roads(struct svg *s, const struct plan *plan, int upper)
{
    const struct spot *well = plan_spot(plan, SPOT_WELL),
                      *ring = plan_spot(plan, SPOT_RING);

    plain_road_pass(s, plan, upper, P_INK, 2 * ROAD_HALF + 18);
    if (ring && !upper)
        svg_print(s,
                  "<circle cx=\"500\" cy=\"500\" r=\"150\" fill=\"none\" stroke=\"" P_INK
                  "\" stroke-width=\"110\"/>");
    if (well && !upper)
        svg_print(s, "<circle cx=\"500\" cy=\"500\" r=\"70\" fill=\"" P_INK "\"/>");
    plain_road_pass(s, plan, upper, P_ROAD, 2 * ROAD_HALF);
    if (ring && !upper)
        svg_print(s,
                  "<circle cx=\"500\" cy=\"500\" r=\"150\" fill=\"none\" stroke=\"" P_ROAD
                  "\" stroke-width=\"92\"/>");
    if (well && !upper)
        svg_print(s, "<circle cx=\"500\" cy=\"500\" r=\"62\" fill=\"" P_ROAD
                     "\"/><circle cx=\"500\" cy=\"500\" r=\"26\" fill=\"" P_WATER
                     "\" stroke=\"" P_INK "\" stroke-width=\"9\"/>");
}

/* A bridge shows two rails where it passes over something. */
static void plain_rails(struct svg *s, const struct plan *plan)
{
    for (int i = 0; i < plan->n_roads; i++) {
        const struct road *r = &plan->road[i];
        double half = r->over_city ? 280 : 130;
        struct line part = {0}, rail;

        for (int k = 0; k < r->line.n && r->upper; k++)
            if (dist(r->line.p[k], pt(500, 500)) < half)
                art_line_add(&part, r->line.p[k]);
        if (part.n < 2) continue;
        plain_strokes(s, P_INK, 26);
        for (int side = -1; side <= 1; side += 2) {
            art_line_offset(&part, side * (ROAD_HALF + 10), &rail);
            svg_smooth(s, &rail, 0);
        }
        svg_print(s, "\"/>");
    }
}

static void plain_city(struct svg *s, const struct city *c)
{
    svg_print(s, "<path fill=\"" P_CITY "\" d=\"");
    svg_poly(s, &c->outline, 1);
    svg_print(s, "\"/>");
    if (!c->n_walls) return;
    plain_strokes(s, P_WALL, 30);
    for (int i = 0; i < c->n_walls; i++) svg_poly(s, &c->wall[i], 0);
    svg_print(s, "\"/><path fill=\"none\" stroke=\"" P_STONE
                 "\" stroke-width=\"10\" stroke-dasharray=\"24 16\" d=\"");
    for (int i = 0; i < c->n_walls; i++) svg_poly(s, &c->wall[i], 0);
    svg_print(s, "\"/>");
}

/* If one city passes over another, a street in each shows which is above. */
static void plain_city_streets(struct svg *s, const struct plan *plan)
{
    for (int i = 0; i < plan->n_cities; i++) {
        const struct city *c = &plan->city[i];
        bool through = c->sides == 5 || c->sides == 10;

        if (!c->crossed) continue;
        plain_strokes(s, P_ROAD, 34);
        for (unsigned side = 0; side < 4; side++) {
            struct point from = plan_side_middle(side), in = plan_side_inward(side);

            if (!(c->sides >> side & 1)) continue;
            svg_move(s, shift(from, in, 60));
            svg_line_to(s, shift(from, in, !c->upper ? 320 : through ? 500 : 700));
        }
        svg_print(s, "\"/>");
    }
}

static void plain_gate(struct svg *s, const struct gate *g)
{
    struct point n = pt(-g->along.y, g->along.x);
    struct line l = {0};

    art_line_add(&l, shift(shift(g->at, g->along, -62), n, -24));
    art_line_add(&l, shift(shift(g->at, g->along, 62), n, -24));
    art_line_add(&l, shift(shift(g->at, g->along, 62), n, 30));
    art_line_add(&l, shift(shift(g->at, g->along, -62), n, 30));
    svg_print(s, "<path fill=\"" P_ROAD "\" stroke=\"" P_INK
                 "\" stroke-width=\"14\" stroke-linejoin=\"round\" d=\"");
    svg_poly(s, &l, 1);
    svg_print(s, "\"/>");
}

/* If a city passes over a river, both banks go below it: an arch for each. */
static void plain_arches(struct svg *s, const struct plan *plan)
{
    for (int i = 0; i < plan->tile->n_crossings; i++)
        for (int c = 0; c < plan->n_cities; c++)
            for (int w = 0; w < plan->city[c].n_walls; w++) {
                const struct line *l = &plan->city[c].wall[w];
                struct point mid = lerp(l->p[2], l->p[3], 0.5),
                             d = unit(l->p[2], l->p[3]);

                if (plan->tile->crossing[i].lower != AUDE_OVER_RIVER ||
                    plan->tile->crossing[i].upper != plan->city[c].segment)
                    continue;
                for (int k = -1; k <= 1; k += 2)
                    svg_print(s,
                              "<circle cx=\"%d\" cy=\"%d\" r=\"24\" fill=\"" P_FIELD
                              "\" stroke=\"" P_INK "\" stroke-width=\"12\"/>",
                              round_int(mid.x + d.x * 122 * k),
                              round_int(mid.y + d.y * 122 * k));
            }
}

static void plain_belts(struct svg *s, const struct plan *plan)
{
    if (!plan->n_belts) return;
    svg_print(
        s,
        "<path fill=\"none\" stroke=\"" P_HEDGE
        "\" stroke-width=\"40\" stroke-linecap=\"round\" stroke-dasharray=\"1 46\" d=\"");
    for (int i = 0; i < plan->n_belts; i++) svg_smooth(s, &plan->belt[i], 0);
    svg_print(s, "\"/>");
}

/* Signs are drawn round 0,0, about 200 units wide. */
static const char sign_church[] =
    "<g stroke=\"" P_INK "\" stroke-width=\"12\" stroke-linejoin=\"round\"><circle "
    "r=\"190\" fill=\"#f7efdc\"/>"
    "<path d=\"M-110 90V-10H110V90z\" fill=\"#fff\"/><path "
    "d=\"M-130-6L-90-80H90L130-6z\" fill=\"#b5533c\"/>"
    "<path d=\"M-34 90V-70L0-120L34-70V90z\" fill=\"#fff\"/></g>"
    "<path d=\"M0-120V-176M-24-152H24\" stroke=\"" P_INK
    "\" stroke-width=\"14\"/><path d=\"M-16 90V46Q0 24 16 46V90z\" fill=\"" P_INK "\"/>";
static const char sign_shrine[] =
    "<g stroke=\"" P_INK "\" stroke-width=\"12\" stroke-linejoin=\"round\"><circle "
    "r=\"190\" fill=\"#e5dcef\"/>"
    "<path d=\"M-110 100V76H110V100zM-84 76V-20H-52V76zM-16 76V-20H16V76zM52 "
    "76V-20H84V76z\" fill=\"#fff\"/>"
    "<path d=\"M-110-20Q-90-120 0-124Q90-120 110-20z\" fill=\"#7a5aa0\"/></g>"
    "<path d=\"M0-128q-26-20-6-46q18 8 8 22q10-10 10 0q4 18-12 24z\" fill=\"#d8562b\"/>";
static const char sign_garden[] =
    "<g stroke=\"" P_INK "\" stroke-width=\"10\"><rect x=\"-92\" y=\"-76\" width=\"184\" "
    "height=\"152\" rx=\"14\" fill=\"#8fae4f\"/></g>"
    "<path d=\"M0-70V70M-86 0H86\" stroke=\"" P_ROAD
    "\" stroke-width=\"18\"/><g fill=\"#c8452f\"><circle cx=\"-46\" cy=\"-38\" "
    "r=\"17\"/><circle cx=\"46\" cy=\"38\" r=\"17\"/></g>"
    "<g fill=\"#7b5aa6\"><circle cx=\"46\" cy=\"-38\" r=\"17\"/><circle cx=\"-46\" "
    "cy=\"38\" r=\"17\"/></g>";
static const char sign_tower[] =
    "<g stroke=\"" P_INK "\" stroke-width=\"14\"><rect x=\"-80\" y=\"-80\" width=\"160\" "
    "height=\"160\" fill=\"" P_STONE "\"/>"
    "<rect x=\"-40\" y=\"-40\" width=\"80\" height=\"80\" fill=\"#5b4636\"/></g>";
static const char sign_fair[] =
    "<g stroke=\"" P_INK "\" stroke-width=\"10\" stroke-linejoin=\"round\"><path "
    "d=\"M-84 60V0H84V60z\" fill=\"#fff\"/>"
    "<path d=\"M-100 4L0-90L100 4z\" fill=\"#c2402f\"/></g><path d=\"M-34 0L0-84L34 0z\" "
    "fill=\"#fff\"/><path d=\"M-18 60V16H18V60z\" fill=\"" P_INK "\"/>";
static const char sign_volcano[] =
    "<g stroke=\"" P_INK "\" stroke-width=\"12\" stroke-linejoin=\"round\"><path "
    "d=\"M-170 110L-50-110H50L170 110z\" fill=\"#8d7a6b\"/>"
    "<path d=\"M-50-110H50L20-20L40 60H-30L-14-20z\" fill=\"#e0562b\"/></g>";
static const char sign_village[] =
    "<circle r=\"100\" fill=\"" P_ROAD "\" stroke=\"" P_INK
    "\" stroke-width=\"12\"/><g stroke=\"" P_INK
    "\" stroke-width=\"8\" stroke-linejoin=\"round\">"
    "<path d=\"M-56 34V-6L-26-34L4-6V34z\" fill=\"#fff\"/><path d=\"M4 44V10L34-18L64 "
    "10V44z\" fill=\"#dd9a68\"/></g>";
static const char sign_farm[] =
    "<g stroke=\"" P_INK
    "\" stroke-width=\"10\" stroke-linejoin=\"round\"><path d=\"M-70 60V-14H70V60z\" "
    "fill=\"#fff\"/><path d=\"M-86-10L-56-70H56L86-10z\" fill=\"#b5533c\"/></g>";
static const char sign_mouth[] =
    "<path d=\"M-70 50V-20Q0-90 70-20V50z\" fill=\"" P_STONE "\" stroke=\"" P_INK
    "\" stroke-width=\"12\"/><path d=\"M-40 50V-4Q0-50 40-4V50z\" fill=\"" P_INK "\"/>";
static const char sign_shield[] =
    "<path d=\"M-66-76H66V6Q64 62 0 96Q-64 62-66 6z\" fill=\"#2a5488\" stroke=\"#fff\" "
    "stroke-width=\"12\"/><path d=\"M0-52l13 26 28 4-20 20 5 28-26-13-26 13 5-28-20-20 "
    "28-4z\" fill=\"#f4d778\"/>";
static const char sign_disc[] =
    "<circle r=\"74\" fill=\"#fff8e2\" stroke=\"" P_INK "\" stroke-width=\"11\"/>";
static const char sign_wine[] =
    "<g fill=\"#7a2d4e\"><circle cx=\"-24\" cy=\"-14\" r=\"17\"/><circle cx=\"12\" "
    "cy=\"-14\" r=\"17\"/><circle cx=\"-6\" cy=\"16\" r=\"17\"/><circle cx=\"30\" "
    "cy=\"16\" r=\"17\"/><circle cx=\"12\" cy=\"44\" r=\"15\"/></g><path d=\"M0-28q0-20 "
    "20-30\" stroke=\"#5f7a3a\" stroke-width=\"10\" fill=\"none\"/>";
static const char sign_grain[] =
    "<path d=\"M0 54V-50M0 30L-34-20M0 30L34-20M0 0L-24-40M0 0L24-40\" "
    "stroke=\"#b98a1f\" stroke-width=\"15\" stroke-linecap=\"round\" fill=\"none\"/>";
static const char sign_cloth[] =
    "<path d=\"M-44 34V-20L0-44L44-20V34L0 56z\" fill=\"#3f6d8e\" stroke=\"" P_INK
    "\" stroke-width=\"8\" stroke-linejoin=\"round\"/><path d=\"M-44-20L0 4L44-20M0 "
    "4V56\" stroke=\"#fff\" stroke-width=\"7\" fill=\"none\"/>";
static const char sign_princess[] =
    "<path d=\"M-44 36L-52-28L-24 0L0-44L24 0L52-28L44 36z\" fill=\"#c24a63\" "
    "stroke=\"" P_INK "\" stroke-width=\"8\" stroke-linejoin=\"round\"/>";
static const char sign_dragon[] =
    "<path d=\"M-44 32Q-52-10-12-22L-20-50L6-32L24-52L30-24Q52-12 54 8L26 10L46 24Q20 30 "
    "6 18Q-8 32 8 46Q-28 52-44 32z\" fill=\"#a9352a\" stroke=\"" P_INK
    "\" stroke-width=\"6\" stroke-linejoin=\"round\"/>";
static const char sign_portal[] = "<circle r=\"92\" fill=\"#6a4a8c\" stroke=\"" P_INK
                                  "\" stroke-width=\"12\"/><circle r=\"56\" "
                                  "fill=\"#b79ad6\"/><circle r=\"24\" fill=\"#fff\"/>";
static const char sign_inn[] =
    "<ellipse cy=\"30\" rx=\"104\" ry=\"66\" fill=\"" P_WATER "\" stroke=\"" P_BANK
    "\" stroke-width=\"10\"/><g stroke=\"" P_INK
    "\" stroke-width=\"9\" stroke-linejoin=\"round\"><path d=\"M-52 30V-30H52V30z\" "
    "fill=\"#fff\"/><path d=\"M-66-26L-40-76H40L66-26z\" fill=\"#2a5488\"/></g>";
static const char sign_cathedral[] =
    "<g stroke=\"" P_INK
    "\" stroke-width=\"14\" stroke-linejoin=\"round\"><path d=\"M-150 "
    "150V-90L-100-170L-50-90V-20L0-90L50-20V-90L100-170L150-90V150z\" "
    "fill=\"#f4ebd2\"/></g><circle cy=\"20\" r=\"36\" fill=\"#2a5488\"/><path d=\"M-30 "
    "150V104Q0 70 30 104V150z\" fill=\"" P_INK "\"/>";
static const char sign_pigs[] =
    "<path d=\"M-64 8Q-64-40 0-40Q56-44 64-10L86-4V16L62 20V50H40V28H-34V50H-56z\" "
    "fill=\"#e0a08c\" stroke=\"" P_INK
    "\" stroke-width=\"9\" stroke-linejoin=\"round\"/>";

static const char sign_castle[] =
    "<g stroke=\"" P_INK "\" stroke-width=\"14\" stroke-linejoin=\"round\">"
    "<path d=\"M-130 120V-60H-90V-30H-50V-60H-10V-30H10V-60H50V-30H90V-60H130V120z\" "
    "fill=\"#f4ebd2\"/><path d=\"M-40-30V-130H40V-30z\" fill=\"#f4ebd2\"/>"
    "<path d=\"M0-130V-190L60-172L0-154\" fill=\"#c2402f\"/></g>"
    "<path d=\"M-30 120V70Q0 36 30 70V120z\" fill=\"" P_INK "\"/>";
static const char sign_anvil[] = "<path d=\"M-110-60H60Q110-60 120-90V-20Q70 0 40 "
                                 "10V40L70 80H-50L-20 40V10Q-90 0-110-60z\" "
                                 "fill=\"#5b6470\" stroke=\"" P_INK
                                 "\" stroke-width=\"14\" stroke-linejoin=\"round\"/>";
static const char sign_spring[] =
    "<g fill=\"none\" stroke=\"#fff\" stroke-width=\"9\"><circle r=\"26\"/>"
    "<circle r=\"54\"/></g>";

static void plain_sign(struct svg *s, const char *markup, struct point at, int percent)
{
    svg_print(s, "<g transform=\"translate(%d %d)", round_int(at.x), round_int(at.y));
    if (percent != 100) svg_print(s, "scale(%h)", percent);
    svg_print(s, "\">%s</g>", markup);
}

static void plain_spot(struct svg *s, const struct spot *spot)
{
    static const char *const markup[] = {
        [SPOT_VILLAGE] = sign_village,
        [SPOT_FARM] = sign_farm,
        [SPOT_MONASTERY] = sign_church,
        [SPOT_SHRINE] = sign_shrine,
        [SPOT_ABBEY] = sign_church,
        [SPOT_GARDEN] = sign_garden,
        [SPOT_TOWER] = sign_tower,
        [SPOT_FAIR] = sign_fair,
        [SPOT_VOLCANO] = sign_volcano,
        [SPOT_MOUTH] = sign_mouth,
        [SPOT_ARCH] = NULL,
    };
    int percent = spot->kind == SPOT_MONASTERY || spot->kind == SPOT_SHRINE
                      ? (int)(spot->r * 100)
                  : spot->kind == SPOT_ABBEY ? 170
                                             : 100;

    if (markup[spot->kind]) plain_sign(s, markup[spot->kind], spot->at, percent);
}

/* The point of `label` with the most room that keeps clear of `taken`, and its value. */
static struct point plain_roomy(const struct grid *g, unsigned label,
                                const struct line *taken, double *worth)
{
    struct point best = pt(500, 500);
    double most = -1e9;

    for (int y = 9; y < GRID - 9; y++)
        for (int x = 9; x < GRID - 9; x++) {
            struct point p = grid_cell_middle(x, y);
            double v;

            if (g->label[y][x] != label) continue;
            v = grid_room(g, p) < SIGN_ROOM ? grid_room(g, p) : SIGN_ROOM;
            if (edge_distance(p) < v) v = edge_distance(p);
            for (int i = 0; i < taken->n; i++)
                if (dist(p, taken->p[i]) < SIGNS_APART)
                    v -= 2 * (SIGNS_APART - dist(p, taken->p[i]));
            v -= dist(p, pt(500, 500)) * 0.03;
            if (v > most) {
                most = v;
                best = p;
            }
        }
    *worth = most;
    return best;
}

static void plain_put_sign(struct svg *s, const struct grid *g, unsigned label,
                           const char *markup, bool disc, struct line *taken)
{
    double worth;
    struct point at = plain_roomy(g, label, taken, &worth);

    art_line_add(taken, at);
    if (disc) plain_sign(s, sign_disc, at, 100);
    plain_sign(s, markup, at, 100);
}

static void plain_segment_signs(struct svg *s, const struct plan *plan,
                                const struct grid *g, unsigned i, struct line *taken)
{
    static const char *const goods[] = {NULL, sign_wine, sign_grain, sign_cloth};
    const struct aude_segment *seg = &plan->tile->segment[i];

    if (seg->tags & AUDE_TAG_CATHEDRAL) plain_sign(s, sign_cathedral, pt(500, 500), 100);
    for (int k = 0; k < seg->shields; k++)
        plain_put_sign(s, g, i, sign_shield, false, taken);
    if (seg->goods) plain_put_sign(s, g, i, goods[seg->goods], true, taken);
    if (seg->tags & AUDE_TAG_PRINCESS)
        plain_put_sign(s, g, i, sign_princess, true, taken);
    if (seg->tags & AUDE_TAG_HERD) plain_put_sign(s, g, i, sign_pigs, false, taken);
}

static unsigned plain_roomiest(const struct grid *g, const struct plan *plan,
                               const struct line *taken)
{
    unsigned best = 0;
    double most = -1e9;

    for (unsigned i = 0; i < plan->tile->n_segments; i++) {
        unsigned kind = plan->tile->segment[i].kind;
        double worth;

        if (kind != AUDE_FIELD && kind != AUDE_CITY) continue;
        plain_roomy(g, i, taken, &worth);
        if (kind == AUDE_FIELD) worth += 40;
        if (worth <= most) continue;
        most = worth;
        best = i;
    }
    return best;
}

/* Beside the road, at the side with more room. */
static struct point plain_inn_place(const struct plan *plan, const struct grid *g,
                                    unsigned segment)
{
    struct point best = pt(500, 500);
    double most = -1;

    for (int i = 0; i < plan->n_roads; i++)
        for (int k = 2; k < plan->road[i].line.n - 2; k++)
            for (int sign_ = -1; sign_ <= 1; sign_ += 2) {
                struct point p =
                    shift(plan->road[i].line.p[k],
                          art_line_normal(&plan->road[i].line, k), 150 * sign_);
                double room = grid_room(g, p);
                if (plan->road[i].segment != segment || edge_distance(p) < 120) continue;
                if (grid_at(g, p) < LABEL_RIVER && room > most) {
                    most = room;
                    best = p;
                }
            }
    return best;
}

/* ORDER QUARTER. A sign may reach over from the next tile. */
static void plain_quarter_signs(struct svg *s, const struct plan *plan)
{
    static const char *const quarter[4] = {sign_castle, sign_fair, sign_anvil,
                                           sign_cathedral};

    for (int i = 0; i < 4; i++) {
        struct point p = pt(aude_quarters[i].x * 1000.0 / 1024 - plan->tile->col * 1000,
                            aude_quarters[i].y * 1000.0 / 1024 - plan->tile->row * 1000);

        p = turned(p, plan->rot);
        if (edge_distance(p) > -180) plain_sign(s, quarter[i], p, i == 3 ? 80 : 100);
    }
}

static void plain_tile_signs(struct svg *s, const struct plan *plan, const struct grid *g)
{
    const struct aude_tile *t = plan->tile;
    struct line taken = {0};

    for (int i = 0; i < plan->n_spots; i++) art_line_add(&taken, plan->spot[i].at);
    if (t->walls) plain_quarter_signs(s, plan);
    if (t->river_role == AUDE_RIVER_SPRING)
        plain_sign(s, sign_spring, plan->pool_at, 100);
    for (unsigned i = 0; i < t->n_segments; i++) {
        if (t->segment[i].tags & AUDE_TAG_INN) {
            struct point at = plain_inn_place(plan, g, i);
            art_line_add(&taken, at);
            plain_sign(s, sign_inn, at, 100);
        }
        plain_segment_signs(s, plan, g, i, &taken);
    }
    if (t->marks & AUDE_MARK_DRAGON)
        plain_put_sign(s, g, plain_roomiest(g, plan, &taken), sign_dragon, true, &taken);
    if (t->marks & AUDE_MARK_PORTAL)
        plain_put_sign(s, g, plain_roomiest(g, plan, &taken), sign_portal, false, &taken);
    if (t->marks & AUDE_MARK_VOLCANO && !plan_spot(plan, SPOT_VOLCANO))
        plain_put_sign(s, g, plain_roomiest(g, plan, &taken), sign_volcano, false,
                       &taken);
    if (t->marks & AUDE_MARK_FAIR && !plan_spot(plan, SPOT_FAIR))
        plain_put_sign(s, g, plain_roomiest(g, plan, &taken), sign_fair, false, &taken);
}

void plain_tile(struct svg *s, const struct plan *plan, const struct grid *grid)
{
    svg_print(s, "<path d=\"M-4-4H1004V1004H-4z\" fill=\"" P_FIELD "\"/>");
    plain_belts(s, plan);
    if (plan->n_rivers) plain_river(s, plan);
    if (plan->n_roads) plain_roads(s, plan, 0);
    for (int upper = 0; upper < 2; upper++)
        for (int i = 0; i < plan->n_cities; i++)
            if (plan->city[i].upper == upper) plain_city(s, &plan->city[i]);
    plain_city_streets(s, plan);
    plain_arches(s, plan);
    for (int i = 0; i < plan->n_gates; i++) plain_gate(s, &plan->gate[i]);
    if (plan->n_roads) plain_roads(s, plan, 1);
    plain_rails(s, plan);
    for (int i = 0; i < plan->n_spots; i++) plain_spot(s, &plan->spot[i]);
    plain_tile_signs(s, plan, grid);
    svg_print(s, "<path d=\"M2 2H998V998H2z\" fill=\"none\" stroke=\"" P_INK
                 "\" stroke-width=\"4\" opacity=\".35\"/>");
}

void plain_defs(struct svg *s)
{
    svg_print(s, "<defs><clipPath id=\"auclip\"><path d=\"M0 "
                 "0H1000V1000H0z\"/></clipPath></defs>");
}
