/* fuzz_record.c -- any bytes as a record: refused with an error or played, never a crash,
 * and whatever was read is a sound game. */
#include <stdint.h>
#include <stdlib.h>

#include "../play.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct aude_reader reader;
    static struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    enum aude_err err = play_read(&reader, (const char *)data, size, &events);

    if (err >= AUDE_ERR_COUNT) abort();
    if (!err && aude_game_check(&reader.game)) abort();
    return 0;
}
