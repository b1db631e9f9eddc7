/* card.c -- the document behind a short link. Names in it were chosen by strangers: everything
 * goes through card_escaped(). */
#include "card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- The link ---------------------------------------------------------------------------- */

bool card_read(const char *path, char id[TABLE_ID_MAX], int *turn)
{
    int end = 0;

    *turn = -1;
    if (sscanf(path, "/g/%15[a-z0-9]%n", id, &end) != 1 || !end) return false;
    path += end;
    if (!*path) return true;
    size_t digits = strspn(path + 1, "0123456789");
    if (*path != '/' || digits < 1 || digits > 4 || path[1 + digits]) return false;
    *turn = atoi(path + 1);
    return true;
}

static bool card_is_plain_name(const char *host)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";

    return host && host[0] && !host[strspn(host, plain)];
}

void card_root(const char *public_url, bool secure, const char *host, char *out,
               size_t size)
{
    int n = 0;

    if (public_url)
        n = snprintf(out, size, "%s%s", public_url,
                     public_url[strlen(public_url) - 1] == '/' ? "" : "/");
    else if (card_is_plain_name(host))
        n = snprintf(out, size, "%s://%s/", secure ? "https" : "http", host);
    if (n <= 0 || (size_t)n >= size) out[0] = 0;
}

/* -- Words ------------------------------------------------------------------------------- */

static void card_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            if ((unsigned char)*text >= ' ') fputc(*text, out);
        }
    }
}

/* "Ana 84, Bruno 71"; of a game that runs, or of a moment, the names alone. */
static void card_write_players(FILE *out, const struct table *table, int turn)
{
    const struct aude_game *game = table->sitting.game;

    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        if (s) fputs(", ", out);
        card_escaped(out, table->seat[s].name);
        if (table->stage == TABLE_OVER && turn < 0)
            fprintf(out, " %d", (int)game->player[s].points);
    }
}

/* No sentences: whoever shows a preview does not say in which language. */
static void card_write_facts(FILE *out, const struct table *table, int turn)
{
    aude_sets sets = aude_setup_sets(&table->head.setup);

    fputs("Carcassonne", out);
    for (unsigned set = 1; set < AUDE_SETS; set++)
        if (sets >> set & 1) {
            fputs(", ", out);
            card_escaped(out, aude_set_title(set));
        }
    if (turn >= 0) fprintf(out, ". #%d", turn);
}

static void card_write_address(FILE *out, const struct table *table, const char *root,
                               int turn)
{
    card_escaped(out, root);
    fprintf(out, "#/t/%s", table->id);
    if (turn >= 0) fprintf(out, "/%d", turn);
}

/* -- The document ------------------------------------------------------------------------ */

static void card_write_preview(FILE *out, const struct table *table,
                               const struct card_place *place)
{
    fputs("<meta property=\"og:type\" content=\"website\">"
          "<meta property=\"og:site_name\" content=\"Aude\">"
          "<meta property=\"og:title\" content=\"",
          out);
    card_write_players(out, table, place->turn);
    fputs("\"><meta property=\"og:description\" content=\"", out);
    card_write_facts(out, table, place->turn);
    fputs("\">", out);
    if (!place->picture || !place->root[0]) return;
    fputs("<meta property=\"og:image\" content=\"", out);
    card_escaped(out, place->root);
    fputs(CARD_PICTURE "\"><meta name=\"twitter:card\" content=\"summary_large_image\">",
          out);
}

char *card_page(const struct table *table, const struct card_place *place)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);

    if (!out) return NULL;
    fputs("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
          "<meta name=\"viewport\" content=\"width=device-width\">"
          "<meta name=\"color-scheme\" content=\"light dark\">"
          "<meta http-equiv=\"refresh\" content=\"0; url=",
          out);
    card_write_address(out, table, place->up, place->turn);
    fputs("\"><title>", out);
    card_write_players(out, table, place->turn);
    fputs(" · Aude</title><meta name=\"description\" content=\"", out);
    card_write_facts(out, table, place->turn);
    fputs("\">", out);
    card_write_preview(out, table, place);
    fputs("</head><body><p><a href=\"", out);
    card_write_address(out, table, place->up, place->turn);
    fputs("\">", out);
    card_write_players(out, table, place->turn);
    fputs("</a></p></body></html>\n", out);
    return fclose(out) ? free(text), NULL : text;
}

/* The five languages of the page; the first that is asked for, English otherwise. */
static const struct none {
    const char *code, *sentence;
} none[] = {{"en", "There is no such game here."},
            {"es", "Aquí no hay ninguna partida así."},
            {"pt-BR", "Não há nenhuma partida assim aqui."},
            {"pt", "Não há aqui nenhum jogo assim."},
            {"ro", "Nu există aici un asemenea joc."}};

static const struct none *card_spoken(const char *languages)
{
    const size_t count = sizeof none / sizeof none[0];

    for (const char *p = languages; p && *p; p = strchr(p, ',')) {
        p += strspn(p, ", ");
        for (size_t i = 0; i < count; i++)
            if (!strncmp(p, none[i].code, strlen(none[i].code))) return &none[i];
    }
    return &none[0];
}

char *card_none(const char *languages)
{
    const struct none *words = card_spoken(languages);
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);

    if (!out) return NULL;
    fprintf(
        out,
        "<!doctype html><html lang=\"%s\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\">"
        "<meta name=\"color-scheme\" content=\"light dark\"><title>Aude</title></head>"
        "<body><p>%s</p></body></html>\n",
        words->code, words->sentence);
    return fclose(out) ? free(text), NULL : text;
}
