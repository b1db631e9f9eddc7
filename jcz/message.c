/* message.c -- one message of a save: from JSON, to text, to JSON. */
#include "jcz_internal.h"

/* -- From JSON -------------------------------------------------------------------------- */

/* ORDER MESSAGE */
static const char *const type_names[JCZ_TYPES] = {
#define X(name) #name,
    JCZ_MESSAGES(X)
#undef X
};

const char *jcz_message_type(enum jcz_type type)
{
    return type < JCZ_TYPES ? type_names[type] : "?";
}

static const char *const no_pointer = "its pointer is not understood";

/* {"position", "location", "feature"} */
static bool message_take_pointer(const json_t *json, struct jcz_message *out)
{
    out->at_cell = 1;
    return jcz__json_cell(json_object_get(json, "position"), &out->x, &out->y) &&
           jcz__json_string(json_object_get(json, "location"), out->location) &&
           jcz__json_string(json_object_get(json, "feature"), out->feature);
}

/* {"featurePointer", "meepleId"} */
static bool message_take_meeple_pointer(const json_t *json, struct jcz_message *out,
                                        char *meeple)
{
    return message_take_pointer(json_object_get(json, "featurePointer"), out) &&
           jcz__json_string(json_object_get(json, "meepleId"), meeple);
}

static const char *message_take_place(const json_t *payload, struct jcz_message *out)
{
    char rotation[JCZ_WORD_MAX];

    if (!jcz__json_string(json_object_get(payload, "tileId"), out->tile))
        return "its tileId is not understood";
    if (!jcz__json_string(json_object_get(payload, "rotation"), rotation) ||
        jcz_name_rotation_find(rotation) < 0)
        return "its rotation is not R0, R90, R180 or R270";
    out->rot = (uint8_t)jcz_name_rotation_find(rotation);
    out->at_cell = 1;
    return jcz__json_cell(json_object_get(payload, "position"), &out->x, &out->y)
               ? NULL
               : "its position is not understood";
}

/* `to` is a cell, a place on a tile, or a figure. */
static const char *message_take_neutral(const json_t *payload, struct jcz_message *out)
{
    const json_t *to = json_object_get(payload, "to");

    if (!jcz__json_string(json_object_get(payload, "figureId"), out->figure))
        return "its figureId is not understood";
    out->at_cell = 1;
    if (json_is_array(to))
        return jcz__json_cell(to, &out->x, &out->y) ? NULL : no_pointer;
    if (json_object_get(to, "meepleId"))
        return message_take_meeple_pointer(to, out, out->beside) ? NULL : no_pointer;
    return message_take_pointer(to, out) ? NULL : no_pointer;
}

static const char *message_take_meeple(const json_t *payload, struct jcz_message *out)
{
    return jcz__json_string(json_object_get(payload, "meepleId"), out->figure)
               ? NULL
               : "its meepleId is not understood";
}

static const char *message_take_word(const json_t *payload, const char *key,
                                     struct jcz_message *out)
{
    return jcz__json_string(json_object_get(payload, key), out->word)
               ? NULL
               : "its source or token is not understood";
}

static const char *message_take_payload(const json_t *payload, struct jcz_message *out)
{
    const json_t *pointer = json_object_get(payload, "pointer");
    const json_t *random = json_object_get(payload, "random");
    const char *wrong;

    switch (out->type) {
    case JCZ_PLACE_TILE:
        return message_take_place(payload, out);
    case JCZ_DEPLOY_MEEPLE:
        if ((wrong = message_take_meeple(payload, out))) return wrong;
        return message_take_pointer(pointer, out) ? NULL : no_pointer;
    case JCZ_MOVE_NEUTRAL_FIGURE:
        return message_take_neutral(payload, out);
    case JCZ_RETURN_MEEPLE:
        if ((wrong = message_take_word(payload, "source", out))) return wrong;
        return message_take_meeple_pointer(pointer, out, out->figure) ? NULL : no_pointer;
    case JCZ_PLACE_TOKEN:
        if ((wrong = message_take_word(payload, "token", out))) return wrong;
        return message_take_pointer(pointer, out) ? NULL : no_pointer;
    case JCZ_CAPTURE_FOLLOWER:
        return message_take_meeple_pointer(pointer, out, out->figure) ? NULL : no_pointer;
    case JCZ_EXCHANGE_FOLLOWER:
    case JCZ_PAY_RANSOM:
        return message_take_meeple(payload, out);
    case JCZ_COMMIT:
        if (json_is_number(random)) out->random = json_number_value(random);
        return NULL;
    default:
        return NULL;
    }
}

const char *jcz__message_payload(const char *type, const json_t *payload,
                                 struct jcz_message *out)
{
    *out = (struct jcz_message){.player = -1, .random = -1};
    while (out->type < JCZ_TYPES && strcmp(type_names[out->type], type) != 0) out->type++;
    if (out->type == JCZ_TYPES) return "aude does not know this kind of message";
    return message_take_payload(payload, out);
}

bool jcz__message(const struct jcz_save *save, int index, struct jcz_message *out,
                  struct jcz_error *error)
{
    const json_t *json =
        json_array_get(json_object_get(save->root, "replay"), (size_t)index);
    const char *type = json_string_value(json_object_get(json, "type"));
    const json_t *player = json_object_get(json, "player");
    long seat = -1;

    if (!type) return jcz__fail(error, index + 1, "it has no type");
    const char *wrong = jcz__message_payload(type, json_object_get(json, "payload"), out);
    if (wrong) return jcz__fail(error, index + 1, "%s: %s", jcz__fail_word(type), wrong);
    if (player && !json_is_null(player) &&
        !jcz__json_int(player, 0, save->head.setup.n_seats - 1, &seat))
        return jcz__fail(error, index + 1, "%s: there is no such player",
                         jcz__fail_word(type));
    out->player = (int8_t)seat;
    return true;
}

/* -- To text and to JSON ---------------------------------------------------------------- */

void jcz_message_text(const struct jcz_message *message, char out[JCZ_TEXT_MAX])
{
    const char *const words[] = {message->word,    message->tile,     message->figure,
                                 message->feature, message->location, message->beside};
    int n = snprintf(out, JCZ_TEXT_MAX, "%s", jcz_message_type(message->type));

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i][0] && n < JCZ_TEXT_MAX)
            n += snprintf(out + n, (size_t)(JCZ_TEXT_MAX - n), " %s", words[i]);
    if (message->at_cell && n < JCZ_TEXT_MAX)
        n += snprintf(out + n, (size_t)(JCZ_TEXT_MAX - n), " at %d,%d", message->x,
                      message->y);
    if (message->type == JCZ_PLACE_TILE && n < JCZ_TEXT_MAX)
        snprintf(out + n, (size_t)(JCZ_TEXT_MAX - n), " %s",
                 jcz_name_rotation(message->rot));
}

static json_t *message_pointer_json(const struct jcz_message *message)
{
    return json_pack("{s:[i,i], s:s, s:s}", "position", (int)message->x, (int)message->y,
                     "location", message->location, "feature", message->feature);
}

/* A figure, a place on a tile, or a cell. */
static json_t *message_neutral_json(const struct jcz_message *message)
{
    if (message->beside[0])
        return json_pack("{s:o, s:s}", "featurePointer", message_pointer_json(message),
                         "meepleId", message->beside);
    if (message->feature[0]) return message_pointer_json(message);
    return json_pack("[i,i]", (int)message->x, (int)message->y);
}

static json_t *message_payload_json(const struct jcz_message *message)
{
    switch (message->type) {
    case JCZ_PLACE_TILE:
        return json_pack("{s:s, s:s, s:[i,i]}", "tileId", message->tile, "rotation",
                         jcz_name_rotation(message->rot), "position", (int)message->x,
                         (int)message->y);
    case JCZ_DEPLOY_MEEPLE:
        return json_pack("{s:o, s:s}", "pointer", message_pointer_json(message),
                         "meepleId", message->figure);
    case JCZ_RETURN_MEEPLE:
        return json_pack("{s:s, s:{s:o, s:s}}", "source", message->word, "pointer",
                         "featurePointer", message_pointer_json(message), "meepleId",
                         message->figure);
    case JCZ_CAPTURE_FOLLOWER:
        return json_pack("{s:{s:o, s:s}}", "pointer", "featurePointer",
                         message_pointer_json(message), "meepleId", message->figure);
    case JCZ_MOVE_NEUTRAL_FIGURE:
        return json_pack("{s:s, s:o}", "figureId", message->figure, "to",
                         message_neutral_json(message));
    case JCZ_PLACE_TOKEN:
        return json_pack("{s:s, s:o}", "token", message->word, "pointer",
                         message_pointer_json(message));
    case JCZ_EXCHANGE_FOLLOWER:
    case JCZ_PAY_RANSOM:
        return json_pack("{s:s}", "meepleId", message->figure);
    case JCZ_COMMIT:
        return json_pack("{s:f}", "random", 0.0);
    default:
        return json_object();
    }
}

json_t *jcz__message_json(const struct jcz_message *message)
{
    return json_pack("{s:s, s:o}", "type", jcz_message_type(message->type), "payload",
                     message_payload_json(message));
}
