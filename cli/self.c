/* self.c -- where this program is, for the commands that start it again. */
#include "cli.h"

#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

bool cli_self(char *path, size_t size)
{
#ifdef __APPLE__
    uint32_t n = (uint32_t)size;
    return !_NSGetExecutablePath(path, &n);
#else
    ssize_t n = readlink("/proc/self/exe", path, size - 1);

    path[n > 0 ? n : 0] = 0;
    return n > 0;
#endif
}
