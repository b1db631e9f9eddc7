/* test_notify.c -- the word to the service manager: one datagram, to a file or to a name that is none. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/net/server_internal.h"
#include "test.h"

/* A socket that listens under that name. */
static int listener(const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);

    memcpy(at.sun_path, path, strlen(path));
    if (path[0] == '@') at.sun_path[0] = 0;
    CHECK(!bind(fd, (struct sockaddr *)&at,
                (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path))));
    return fd;
}

static const char *heard(int fd)
{
    static char text[100];
    ssize_t n = recv(fd, text, sizeof text - 1, 0);

    text[n > 0 ? n : 0] = 0;
    return text;
}

TEST(the_service_manager_hears_every_word_once)
{
    char path[2][60];

    snprintf(path[0], sizeof path[0], "/tmp/aude-notify-%d", (int)getpid());
    snprintf(path[1], sizeof path[1], "@aude-notify-%d", (int)getpid());
    for (int i = 0; i < 2; i++) {
        int fd = listener(path[i]);
        setenv("NOTIFY_SOCKET", path[i], 1);
        notify("READY=1");
        CHECK_STR(heard(fd), "READY=1");
        CHECK_STR(heard(fd), "");
        notify("STOPPING=1");
        notify("WATCHDOG=1");
        CHECK_STR(heard(fd), "STOPPING=1");
        CHECK_STR(heard(fd), "WATCHDOG=1");
        setenv("NOTIFY_SOCKET", path[i] + 1, 1); /* neither a file nor such a name */
        notify("READY=1");
        setenv("NOTIFY_SOCKET", "", 1);
        notify("READY=1");
        unsetenv("NOTIFY_SOCKET");
        notify("READY=1");
        CHECK_STR(heard(fd), "");
        close(fd);
        unlink(path[i]);
    }
}

/* The longest name that there can be, and one that is too long. */
TEST(a_name_of_a_socket_has_a_longest_length)
{
    char path[sizeof((struct sockaddr_un *)0)->sun_path + 1];

    memset(path, 'a', sizeof path);
    snprintf(path, sizeof path, "@aude-notify-%d", (int)getpid());
    path[strlen(path)] = '-';
    path[sizeof path - 2] = 0;
    int fd = listener(path);
    setenv("NOTIFY_SOCKET", path, 1);
    notify("READY=1");
    CHECK_STR(heard(fd), "READY=1");
    path[sizeof path - 2] = 'a', path[sizeof path - 1] = 0;
    setenv("NOTIFY_SOCKET", path, 1);
    notify("READY=1");
    CHECK_STR(heard(fd), "");
    unsetenv("NOTIFY_SOCKET");
    close(fd);
}

TEST(the_watchdog_is_fed_if_it_is_ours)
{
    char pid[20];

    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_PID");
    setenv("WATCHDOG_USEC", "3000500", 1);
    CHECK_EQ(notify_watchdog_ms(), 0); /* nobody listens */
    setenv("NOTIFY_SOCKET", "/nowhere", 1);
    CHECK_EQ(notify_watchdog_ms(), 3000);
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    setenv("WATCHDOG_PID", pid, 1);
    CHECK_EQ(notify_watchdog_ms(), 3000);
    setenv("WATCHDOG_PID", "1", 1); /* another's */
    CHECK_EQ(notify_watchdog_ms(), 0);
    unsetenv("WATCHDOG_PID");
    unsetenv("WATCHDOG_USEC");
    CHECK_EQ(notify_watchdog_ms(), 0);
    unsetenv("NOTIFY_SOCKET");
}
