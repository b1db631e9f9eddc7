/* notify.c -- a word to systemd, as sd_notify(3) describes it: one datagram. */
#include "server_internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t n = path ? strlen(path) : 0;

    if (!n || n >= sizeof to.sun_path || (path[0] != '/' && path[0] != '@')) return;
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (fd < 0) return;
    memcpy(to.sun_path, path, n);
    if (path[0] == '@') to.sun_path[0] = 0; /* a name that is no file */
    /* No SIGPIPE comes of a datagram: no MSG_NOSIGNAL, which macOS does not have. */
    sendto(fd, state, strlen(state), 0, (struct sockaddr *)&to,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n));
    close(fd);
}

int64_t notify_watchdog_ms(void)
{
    const char *us = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");

    if (!us || !getenv("NOTIFY_SOCKET")) return 0;
    if (pid && strtol(pid, NULL, 10) != (long)getpid()) return 0;
    return strtoll(us, NULL, 10) / 1000;
}
