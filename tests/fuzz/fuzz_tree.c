/* fuzz_tree.c -- any bytes as a record with variations: refused with a sentence, or a tree that
 * is written and read back as it was. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

enum { NODES = 2048, TEXT = 1 << 17, RECORD = 1 << 19 };

static struct tree_node nodes[2][NODES];
static char words[2][TEXT], text[2][RECORD];
static struct tree_spot spots[2][4];
static const struct tree_memory memory[2] = {
    {nodes[0], NODES, words[0], TEXT, spots[0], 4},
    {nodes[1], NODES, words[1], TEXT, spots[1], 4}};
static struct tree tree[2];
static struct tree_reader reader;

static bool fuzz_read(int i, const char *from, size_t size)
{
    tree_read_begin(&reader, &tree[i], &memory[i]);
    while (size) {
        const char *end = memchr(from, '\n', size);
        size_t n = end ? (size_t)(end - from) : size;
        if (!tree_read_line(&reader, from, n)) return false;
        from += n + (end != NULL);
        size -= n + (end != NULL);
    }
    return tree_read_end(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!fuzz_read(0, (const char *)data, size)) {
        if (reader.fault.err <= TREE_OK || reader.fault.err >= TREE_ERRS) abort();
        if (!tree_refusal_sentence(&reader.fault)[0]) abort();
        return 0;
    }
    int moments = tree[0].n;
    bool grows =
        tree[0].real && !reader.reader.finished; /* a real game that goes on here */
    size_t n = tree_write(&tree[0], 0, text[0], RECORD);
    if (n >= RECORD) return 0;
    if (!fuzz_read(1, text[0], n)) abort();
    if (tree[1].n != moments) abort();
    if (grows) return 0;
    if (tree_write(&tree[1], 0, text[1], RECORD) != n) abort();
    if (memcmp(text[0], text[1], n) != 0) abort();
    return 0;
}
