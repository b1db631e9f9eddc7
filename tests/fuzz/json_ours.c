/* json_ours.c -- the browser's reader of JSON (wasm/jcz/jansson.c) beside jansson in one program: under
 * other names, and with memory that is given back after every input. */
#include <stdlib.h>

#include "json_sides.h"

struct block {
    struct block *next;
    max_align_t bytes[];
};
static struct block *blocks;

static void *block_calloc(size_t n, size_t size)
{
    struct block *block = calloc(1, sizeof *block + n * size);

    if (!block) abort();
    block->next = blocks;
    blocks = block;
    return block->bytes;
}

void json_side_ours_end(void)
{
    while (blocks) {
        struct block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

#define json_t                ours_t
#define json_int_t            ours_int_t
#define json_error_t          ours_error_t
#define json_object           ours_object
#define json_array            ours_array
#define json_string           ours_string
#define json_integer          ours_integer
#define json_true             ours_true
#define json_real             ours_real
#define json_pack             ours_pack
#define json_is_object        ours_is_object
#define json_is_array         ours_is_array
#define json_is_string        ours_is_string
#define json_is_integer       ours_is_integer
#define json_is_number        ours_is_number
#define json_is_null          ours_is_null
#define json_is_true          ours_is_true
#define json_string_value     ours_string_value
#define json_string_length    ours_string_length
#define json_integer_value    ours_integer_value
#define json_number_value     ours_number_value
#define json_object_size      ours_object_size
#define json_object_get       ours_object_get
#define json_object_set_new   ours_object_set_new
#define json_object_key_after ours_object_key_after
#define json_array_size       ours_array_size
#define json_array_get        ours_array_get
#define json_array_append_new ours_array_append_new
#define json_array_insert_new ours_array_insert_new
#define json_array_remove     ours_array_remove
#define json_loadb            ours_loadb
#define json_dumps            ours_dumps
#define json_decref           ours_decref
#define calloc                block_calloc
#include "../../wasm/jcz/jansson.c"
#define SIDE json_side_ours
#include "json_side.h"
