/*
 * The host process on Linux and macOS: a socket for the messages, a pipe for its standard error, and a pipe that ends with this
 * process. Descriptors are closed on exec, so that one host does not hold the streams of another.
 */
#ifdef _WIN32
typedef int not_for_windows;
#else
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

extern char **environ;

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* Descriptors of the host. */
enum { HOST_IN = 0, HOST_OUT = 1, HOST_ERRORS = 2, HOST_LIFELINE = 3, FIRST_SAFE = 10 };

/* Time for the host to exit after the end of its input [ms]; it exits at once unless it computes. */
#define EXIT_WAIT 2000
#define PATH_SIZE 4096

struct Channel {
  pid_t pid;
  int socket;
  int errors;
  int lifeline;
};

/* Both ends of each stream; the second ones are for the host. */
typedef struct {
  int messages[2];
  int errors[2];
  int lifeline[2];
  int failure[2];
} Streams;

static void close_pair(int pair[2]) {
  if (pair[0] >= 0) close(pair[0]);
  if (pair[1] >= 0) close(pair[1]);
  pair[0] = pair[1] = -1;
}

#if !defined(__linux__)
static int close_on_exec(int pair[2]) {
  return fcntl(pair[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(pair[1], F_SETFD, FD_CLOEXEC) == 0 ? 0 : -1;
}
#endif

static int open_pipe(int pair[2]) {
#if defined(__linux__)
  return pipe2(pair, O_CLOEXEC);
#else
  return pipe(pair) == 0 ? close_on_exec(pair) : -1;
#endif
}

static int open_socket(int pair[2]) {
#if defined(__linux__)
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair);
#else
  int on = 1;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return -1;
#ifdef SO_NOSIGPIPE
  setsockopt(pair[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  (void)on;
  return close_on_exec(pair);
#endif
}

static void close_streams(Streams *s) {
  close_pair(s->messages);
  close_pair(s->errors);
  close_pair(s->lifeline);
  close_pair(s->failure);
}

static int open_streams(Streams *s) {
  memset(s, 0xff, sizeof *s); /* all -1 */
  if (open_socket(s->messages) == 0 && open_pipe(s->errors) == 0 && open_pipe(s->lifeline) == 0 &&
      open_pipe(s->failure) == 0)
    return 0;
  close_streams(s);
  return -1;
}

/* Without `stat`, which would make the library depend on a recent version of glibc. */
static int is_program(const char *path) {
  int folder;
  if (access(path, X_OK) != 0) return 0;
  folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 1;
  close(folder);
  return 0;
}

/* Path of Node: APPULSE_NODE, then the folders of PATH. Returns 0, or -1 with the reason. */
static int find_node(char *path, char *error) {
  const char *given = getenv("APPULSE_NODE");
  const char *folders = getenv("PATH");
  if (given && *given) {
    snprintf(path, PATH_SIZE, "%s", given);
    if (is_program(path)) return 0;
    snprintf(error, ERROR_SIZE, "APPULSE_NODE is '%s', which is not a program", given);
    return -1;
  }
  while (folders && *folders) {
    size_t length = strcspn(folders, ":");
    if (length > 0 && length < PATH_SIZE - 6) {
      snprintf(path, PATH_SIZE, "%.*s/node", (int)length, folders);
      if (is_program(path)) return 0;
    }
    folders += length;
    if (*folders == ':') folders++;
  }
  snprintf(error, ERROR_SIZE,
           "Node was not found: this FMU needs Node 20.19 or newer; install it, so that PATH has 'node', or set APPULSE_NODE "
           "to the path of the program");
  return -1;
}

/*
 * The kernel kills the host as soon as the other end of the lifeline is closed, by whatever ends this process, also while the host
 * computes. (PR_SET_PDEATHSIG acts when the thread that started the host ends, and importers start instances in threads.)
 */
static void die_with_importer(void) {
#if defined(__linux__)
  fcntl(HOST_LIFELINE, F_SETOWN, getpid());
  fcntl(HOST_LIFELINE, F_SETSIG, SIGKILL);
  fcntl(HOST_LIFELINE, F_SETFL, O_ASYNC);
#endif
}

/* Descriptors of the importer that are not closed on exec would stay open as long as the host. */
static void close_others_on_exec(void) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, HOST_LIFELINE + 1, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */) == 0) return;
#endif
  for (int fd = HOST_LIFELINE + 1; fd < 1024; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* In the new process: calls only functions that are safe after a fork of a program with threads. */
static void run_host(Streams *s, char *const arguments[]) {
  sigset_t none;
  int ends[4] = {s->messages[1], s->messages[1], s->errors[1], s->lifeline[0]};
  int failure = fcntl(s->failure[1], F_DUPFD_CLOEXEC, FIRST_SAFE);
  int code;
  for (int i = 0; i < 4; i++) ends[i] = fcntl(ends[i], F_DUPFD_CLOEXEC, FIRST_SAFE);
  for (int i = 0; i < 4; i++) dup2(ends[i], i);
  close_others_on_exec();
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  die_with_importer();
  execve(arguments[0], arguments, environ);
  code = errno;
  if (write(failure, &code, sizeof code) < 0) _exit(126);
  _exit(127);
}

/* Keeps the ends of this process; waits until the host runs or has failed to. */
static int started(Channel *channel, Streams *s, const char *node, char *error) {
  int code = 0;
  ssize_t length;
  channel->socket = s->messages[0];
  channel->errors = s->errors[0];
  channel->lifeline = s->lifeline[1];
  close(s->messages[1]);
  close(s->errors[1]);
  close(s->lifeline[0]);
  close(s->failure[1]);
  fcntl(channel->errors, F_SETFL, O_NONBLOCK);
  do length = read(s->failure[0], &code, sizeof code);
  while (length < 0 && errno == EINTR);
  close(s->failure[0]);
  if (length != (ssize_t)sizeof code) return 0;
  snprintf(error, ERROR_SIZE, "cannot start '%.1000s': %s", node, strerror(code));
  return -1;
}

Channel *channel_open(const char *resources, char *error) {
  char node[PATH_SIZE], script[PATH_SIZE];
  char *arguments[] = {node, script, NULL};
  Streams streams;
  Channel *channel;
  if (snprintf(script, sizeof script, "%s/host.mjs", resources) >= (int)sizeof script || access(script, R_OK) != 0) {
    snprintf(error, ERROR_SIZE, "the folder of the resources '%s' has no host.mjs", resources);
    return NULL;
  }
  if (find_node(node, error) != 0) return NULL;
  channel = calloc(1, sizeof *channel);
  if (!channel || open_streams(&streams) != 0) {
    snprintf(error, ERROR_SIZE, "cannot open streams to the host: %s", strerror(errno));
    free(channel);
    return NULL;
  }
  channel->pid = fork();
  if (channel->pid == 0) run_host(&streams, arguments);
  if (channel->pid < 0) {
    snprintf(error, ERROR_SIZE, "cannot start a process: %s", strerror(errno));
    close_streams(&streams);
    free(channel);
    return NULL;
  }
  if (started(channel, &streams, node, error) == 0) return channel;
  channel_close(channel);
  return NULL;
}

int channel_write(Channel *channel, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    ssize_t sent = send(channel->socket, at, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return -1;
    at += sent;
    length -= (size_t)sent;
  }
  return 0;
}

int channel_read(Channel *channel, void *bytes, size_t length, double timeout) {
  char *at = bytes;
  while (length > 0) {
    struct pollfd ready = {channel->socket, POLLIN, 0};
    ssize_t got;
    if (timeout > 0) {
      int count = poll(&ready, 1, timeout < 1e6 ? (int)(timeout * 1000) : -1);
      if (count == 0) return -2;
      if (count < 0 && errno != EINTR) return -1;
      if (count < 0) continue;
    }
    got = recv(channel->socket, at, length, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return -1;
    at += got;
    length -= (size_t)got;
  }
  return 0;
}

void channel_errors(Channel *channel, char *text, size_t size) {
  size_t length = 0;
  struct pollfd ready = {channel->errors, POLLIN, 0};
  /* a host that fails closes its streams in any order */
  poll(&ready, 1, 200);
  while (length + 1 < size) {
    ssize_t got = read(channel->errors, text + length, size - 1 - length);
    if (got <= 0) break;
    length += (size_t)got;
  }
  text[length] = 0;
}

void channel_close(Channel *channel) {
  const struct timespec wait = {0, 1000000};
  int ended = 0;
  if (!channel) return;
  close(channel->socket);
  for (int i = 0; i < EXIT_WAIT && !ended; i++) {
    pid_t found = waitpid(channel->pid, NULL, WNOHANG);
    ended = found == channel->pid || (found < 0 && errno != EINTR);
    if (!ended) nanosleep(&wait, NULL);
  }
  if (!ended) kill(channel->pid, SIGKILL);
  close(channel->lifeline);
  close(channel->errors);
  while (!ended && waitpid(channel->pid, NULL, 0) < 0 && errno == EINTR) {
  }
  free(channel);
}
#endif
