/* json.c -- JSON into a text, with the commas in the right places. */
#include "cli.h"

#include <assert.h>

static void cli_json_put_string(struct cli_text *out, const char *s)
{
    cli_text_str(out, "\"");
    while (*s) {
        size_t n = cli_text_utf8(s);
        unsigned char c = (unsigned char)*s;

        if (!n)
            cli_text_str(out, "\\ufffd");
        else if (c == '"' || c == '\\')
            cli_text_add(out, "\\%c", c);
        else if (c < 32 || c == 127)
            cli_text_add(out, "\\u%04x", c);
        else
            cli_text_bytes(out, s, n);
        s += n ? n : 1;
    }
    cli_text_str(out, "\"");
}

/* What comes before a value: comma, new line, key. A list in a list stays on one line. */
static void cli_json_lead(struct cli_json *json, const char *key)
{
    bool *filled = &json->filled[json->depth];

    if (json->depth) {
        cli_text_str(json->out, *filled ? "," : "");
        cli_text_str(json->out, json->depth <= 2 ? "\n" : *filled ? " " : "");
    }
    if (json->depth == 2) cli_text_str(json->out, " ");
    *filled = true;
    if (!key) return;
    cli_json_put_string(json->out, key);
    cli_text_str(json->out, ": ");
}

static void cli_json_open(struct cli_json *json, const char *key, const char *opening,
                          char closing)
{
    cli_json_lead(json, key);
    cli_text_str(json->out, opening);
    json->depth++;
    assert(json->depth < CLI_JSON_DEPTH_MAX);
    json->closing[json->depth] = closing;
    json->filled[json->depth] = false;
}

void cli_json_object(struct cli_json *json, const char *key)
{
    cli_json_open(json, key, "{", '}');
}

void cli_json_list(struct cli_json *json, const char *key)
{
    cli_json_open(json, key, "[", ']');
}

void cli_json_close(struct cli_json *json)
{
    assert(json->depth > 0);
    cli_text_add(json->out, "%c", json->closing[json->depth]);
    if (!--json->depth) cli_text_str(json->out, "\n");
}

void cli_json_string(struct cli_json *json, const char *key, const char *value)
{
    cli_json_lead(json, key);
    cli_json_put_string(json->out, value);
}

void cli_json_int(struct cli_json *json, const char *key, long long value)
{
    cli_json_lead(json, key);
    cli_text_add(json->out, "%lld", value);
}

void cli_json_real(struct cli_json *json, const char *key, double value, int decimals)
{
    cli_json_lead(json, key);
    cli_text_add(json->out, "%.*f", decimals, value);
}

void cli_json_bool(struct cli_json *json, const char *key, bool value)
{
    cli_json_lead(json, key);
    cli_text_str(json->out, value ? "true" : "false");
}

void cli_json_null(struct cli_json *json, const char *key)
{
    cli_json_lead(json, key);
    cli_text_str(json->out, "null");
}

void cli_json_bits(struct cli_json *json, const char *key, unsigned mask,
                   const char *(*name)(unsigned))
{
    cli_json_list(json, key);
    for (unsigned i = 0; mask >> i; i++)
        if (mask >> i & 1) cli_json_string(json, NULL, name(i));
    cli_json_close(json);
}
