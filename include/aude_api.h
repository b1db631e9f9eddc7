/* aude_api.h -- which library this is: its version, what it exports, what has to agree.
 *
 * What is promised. From version 1.0 on, a program built against one version runs with every
 * later one of the same SOVERSION (libaude.so.N): functions stay, and keep their arguments and
 * their meaning; enumerators keep their numbers; public structs keep their size and their
 * fields. New functions and new enumerators at the end may come. Before 1.0 (SOVERSION 0) a
 * new minor version, 0.2 after 0.1, may change all of it and is to be compiled against anew;
 * 0.1.1 after 0.1.0 may not. Names with two underscores (aude__) are nobody's business. */
#ifndef AUDE_API_H
#define AUDE_API_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The build reads the version from here; it stands nowhere else. */
#define AUDE_VERSION_MAJOR 0
#define AUDE_VERSION_MINOR 2
#define AUDE_VERSION_PATCH 0

/* What the shared library exports: the rest of it is hidden. A struct without gaps. A function of a header that is hardly
 * ever called. */
#define AUDE_PACKED __attribute__((packed, aligned(2)))
#define AUDE_SELDOM __attribute__((noinline, cold, unused))
#if defined __GNUC__ && !defined __wasm__
#define AUDE_API __attribute__((visibility("default")))
#else
#define AUDE_API
#endif

/* "0.2.0": of the library that runs, which need not be that of the headers. */
AUDE_API const char *aude_version(void);

/* Does the library that runs agree with these headers about the size of every public struct?
 * NULL if it does, else the struct whose size differs, or "version". One call at the start of
 * a program that comes without its own library; it costs nothing after that:
 *
 *     if (aude_abi_differs()) errx(1, "this libaude does not fit: %s", aude_abi_differs());
 *
 * ai_abi_differs(), ai_review_abi_differs() and art_abi_differs() ask the same, and for the structs
 * of ai.h, review.h and art.h too. */
/* clang-format off */
#define AUDE_ABI_STRUCTS(X) \
    X(abbeys) X(about) X(action) X(advice) X(awards) X(catapult) X(choices) X(cloisters) \
    X(count) X(crossing) X(cult) X(dragon) X(event) X(events) X(extent) X(feature) X(feature_view) \
    X(figure) X(frontier) X(game) X(glance) X(head) X(laid) X(note) X(offer) X(pile) X(place) X(player) \
    X(point) X(quarter) X(range) X(reader) X(river) X(seed) X(segment) X(setup) X(start) \
    X(term) X(tile) X(towers) X(traders) X(turn)
/* clang-format on */

struct aude_abi {
    int major, minor;
#define X(name) size_t name;
    AUDE_ABI_STRUCTS(X)
#undef X
};

AUDE_API const char *aude_abi_compare(const struct aude_abi *mine);

#ifdef __cplusplus
}
#endif

#endif
