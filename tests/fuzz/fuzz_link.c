/* fuzz_link.c -- any text as that of a link: refused with a sentence, or a tree that is written and read back as it was. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tree_pack.h"

enum { NODES = 2048, TEXT = 1 << 17, LINK = 1 << 18 };

static struct tree_node nodes[2][NODES];
static char words[2][TEXT], text[2][LINK];
static struct tree_spot spots[2][4];
static const struct tree_memory memory[2] = {
    {nodes[0], NODES, words[0], TEXT, spots[0], 4},
    {nodes[1], NODES, words[1], TEXT, spots[1], 4}};
static struct tree tree[2];
static struct tree_pack pack;
static int number[NODES];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size >= LINK) return 0;
    memcpy(text[0], data, size);
    text[0][size] = 0;
    if (!tree_pack_read(&pack, &tree[0], &memory[0], text[0])) {
        if (pack.fault.err >= TREE_ERRS) abort();
        if (!pack.cut && !tree_refusal_sentence(&pack.fault)[0]) abort();
        return 0;
    }
    size_t n = tree_pack_write(&pack, &tree[0], number, text[0], LINK);
    if (!n) return 0;
    if (!tree_pack_read(&pack, &tree[1], &memory[1], text[0])) abort();
    if (tree[1].n != tree[0].n) abort();
    if (tree_pack_write(&pack, &tree[1], number, text[1], LINK) != n) abort();
    if (memcmp(text[0], text[1], n) != 0) abort();
    return 0;
}
