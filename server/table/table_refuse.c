/* table_refuse.c -- a refusal: its code and its sentence, put into the reply. */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>

bool table__refuse(struct table_reply *reply, enum message_error code, const char *format,
                   ...)
{
    va_list args;

    reply->code = table_messages_error_code(code);
    va_start(args, format);
    vsnprintf(reply->text, sizeof reply->text, format, args);
    va_end(args);
    return false;
}

bool table__refuse_engine(struct table_reply *reply, enum message_error code,
                          enum aude_err err, const char *at)
{
    reply->why = aude_err_name(err);
    reply->rule = aude_err_rule(err);
    if (at && at[0])
        return table__refuse(reply, code, "%s (%s)", aude_err_sentence(err), at);
    return table__refuse(reply, code, "%s", aude_err_sentence(err));
}
