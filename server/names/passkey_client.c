/* passkey_client.c -- what a browser says of the page that asked for a key, and which sites can have keys. */
#include "passkey_internal.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

const int passkey_algorithms[] = {-7, -8, -257, 0};

const char *passkey_client_text(enum passkey_why why)
{
    static const char *const texts[PASSKEY_WHYS] = {
        [PASSKEY_GOOD] = "",
        [PASSKEY_CLIENT] = "what the browser says cannot be read",
        [PASSKEY_CHALLENGE] = "that was asked too long ago, or answered already: please "
                              "try again",
        [PASSKEY_ORIGIN] = "the key was used on another page",
        [PASSKEY_DATA] = "what the device says cannot be read",
        [PASSKEY_SITE] = "the key belongs to another site",
        [PASSKEY_ABSENT] = "the device did not ask anybody",
        [PASSKEY_ALGORITHM] = "keys of this kind are not known here",
        [PASSKEY_SIGNATURE] = "that is not the key of this name",
        [PASSKEY_COUNTER] = "the key has counted backwards: there may be a copy of it. "
                            "Open the name by its recovery code and remove the device"};

    return texts[why];
}

static bool client_says(const json_t *json, const char *name, const char *wanted)
{
    const char *text = json_string_value(json_object_get(json, name));

    return text && !strcmp(text, wanted);
}

static enum passkey_why client_judge(const json_t *json, const struct passkey_site *site,
                                     const char *type, const char *challenge)
{
    if (!json_is_object(json) || !client_says(json, "type", type)) return PASSKEY_CLIENT;
    if (!challenge[0] || !client_says(json, "challenge", challenge))
        return PASSKEY_CHALLENGE;
    if (!client_says(json, "origin", site->origin) ||
        json_is_true(json_object_get(json, "crossOrigin")) ||
        json_object_get(json, "topOrigin"))
        return PASSKEY_ORIGIN;
    return PASSKEY_GOOD;
}

enum passkey_why passkey__client(const struct passkey_site *site, const char *type,
                                 const char *challenge, struct passkey_bytes client)
{
    if (!client.n || client.n > PASSKEY_CLIENT_MAX) return PASSKEY_CLIENT;
    json_t *json =
        json_loadb((const char *)client.bytes, client.n, JSON_REJECT_DUPLICATES, NULL);
    enum passkey_why why = client_judge(json, site, type, challenge);
    json_decref(json);
    return why;
}

/* "https://play.example.org:8443/aude" -> its origin and its name. */
bool passkey_client_site_of(const char *url, struct passkey_site *site)
{
    bool secure = !strncmp(url, "https://", 8);
    const char *host = secure ? url + 8 : !strncmp(url, "http://", 7) ? url + 7 : NULL;
    size_t n_host = host ? strcspn(host, ":/?#") : 0;
    size_t n = host ? (size_t)(host - url) + strcspn(host, "/?#") : 0;
    bool local = n_host == 9 && !strncmp(host, "localhost", 9);

    if (!n_host || n >= sizeof site->origin || (!secure && !local)) return false;
    if (strspn(host, "0123456789.") >= n_host || host[0] == '[') return false;
    memcpy(site->origin, url, n);
    site->origin[n] = 0;
    memcpy(site->rp, host, n_host);
    site->rp[n_host] = 0;
    return true;
}
