/*
 * Client of the query server of Appulse (`appulse serve`) for programs in C and C++: one header, POSIX, no dependencies.
 *
 *   const char *const command[] = {"appulse", NULL};
 *   appulse_client client;
 *   appulse_start(&client, command);
 *   appulse_array sent[] = {{"positions", 'd', nodes, 3, positions}, {"triangles", 'i', faces, 3, triangles}};
 *   appulse_ask(&client, "\"op\":\"mesh-open\",\"name\":\"m\"", sent, 2);
 *
 * A message is the members of a JSON object, without braces, and arrays of doubles ('d') or 32-bit integers ('i'). The functions return 0,
 * or -1 with the reason in `client.error`. Array pointers of an answer are valid until the next message. The machine must be little-endian.
 */
#ifndef APPULSE_CLIENT_H
#define APPULSE_CLIENT_H

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  const char *name;
  char type; /* 'd': double, 'i': int32_t */
  uint32_t rows, columns; /* columns 0: a list of numbers */
  const void *values;
} appulse_array;

typedef struct {
  pid_t process;
  int input, output; /* of the server */
  uint32_t number; /* of the last message */
  char *answer; /* JSON text, ended by zero, then the arrays */
  size_t capacity, text_length, data_length;
  char error[256];
} appulse_client;

static inline int appulse_fail(appulse_client *client, const char *reason) {
  snprintf(client->error, sizeof client->error, "%s", reason);
  return -1;
}

static inline int appulse_write(appulse_client *client, const void *bytes, size_t length) {
  const char *at = (const char *)bytes;
  while (length > 0) {
    ssize_t done = write(client->input, at, length);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return appulse_fail(client, "the server has ended");
    at += done;
    length -= (size_t)done;
  }
  return 0;
}

static inline int appulse_read(appulse_client *client, void *bytes, size_t length) {
  char *at = (char *)bytes;
  while (length > 0) {
    ssize_t done = read(client->output, at, length);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return appulse_fail(client, "the server has ended");
    at += done;
    length -= (size_t)done;
  }
  return 0;
}

/* Bytes of an array in a frame: a multiple of 8. */
static inline size_t appulse_bytes(char type, size_t count) {
  size_t bytes = count * (type == 'd' ? 8 : 4);
  return (bytes + 7) / 8 * 8;
}

/* Starts the server: `command` is the command line of Appulse, ended by NULL, without "serve". */
static inline int appulse_start(appulse_client *client, const char *const command[]) {
  int to[2], from[2];
  memset(client, 0, sizeof *client);
  if (pipe(to) != 0 || pipe(from) != 0) return appulse_fail(client, "no pipes");
  signal(SIGPIPE, SIG_IGN); /* a server that has ended is an error, not a signal */
  client->process = fork();
  if (client->process < 0) return appulse_fail(client, "no process");
  if (client->process == 0) {
    const char *arguments[16];
    int count = 0;
    while (command[count] != NULL && count < 14) {
      arguments[count] = command[count];
      count++;
    }
    arguments[count] = "serve";
    arguments[count + 1] = NULL;
    dup2(to[0], 0);
    dup2(from[1], 1);
    close(to[0]);
    close(to[1]);
    close(from[0]);
    close(from[1]);
    execvp(arguments[0], (char *const *)arguments);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  client->input = to[1];
  client->output = from[0];
  return 0;
}

/* Sends a message and waits for its answer. An answer with an error is -1, with the answer in `client.error`. */
static inline int appulse_ask(appulse_client *client, const char *members, const appulse_array *arrays, int count) {
  static const char zeros[8] = {0};
  size_t capacity = strlen(members) + 64, length, data = 0;
  char *text;
  uint32_t header[4];
  int i;
  for (i = 0; i < count; i++) capacity += strlen(arrays[i].name) + 96;
  text = (char *)malloc(capacity);
  if (text == NULL) return appulse_fail(client, "no memory");
  length = (size_t)snprintf(text, capacity, "{%s,\"arrays\":[", members);
  for (i = 0; i < count; i++) {
    const appulse_array *a = &arrays[i];
    const char *type = a->type == 'd' ? "f64" : "i32";
    size_t items = (size_t)a->rows * (a->columns ? a->columns : 1);
    length += (size_t)snprintf(text + length, capacity - length, "%s{\"name\":\"%s\",\"type\":\"%s\",\"dimensions\":[%u",
                               i > 0 ? "," : "", a->name, type, (unsigned)a->rows);
    if (a->columns) length += (size_t)snprintf(text + length, capacity - length, ",%u", (unsigned)a->columns);
    length += (size_t)snprintf(text + length, capacity - length, "]}");
    data += appulse_bytes(a->type, items);
  }
  length += (size_t)snprintf(text + length, capacity - length, "]}");
  while (length % 8 != 0) text[length++] = ' ';
  memcpy(header, "APL1", 4);
  header[1] = (uint32_t)length;
  header[2] = (uint32_t)data;
  header[3] = ++client->number;
  i = appulse_write(client, header, sizeof header) || appulse_write(client, text, length);
  free(text);
  if (i) return -1;
  for (i = 0; i < count; i++) {
    size_t items = (size_t)arrays[i].rows * (arrays[i].columns ? arrays[i].columns : 1);
    size_t bytes = items * (arrays[i].type == 'd' ? 8 : 4);
    if (appulse_write(client, arrays[i].values, bytes)) return -1;
    if (appulse_write(client, zeros, appulse_bytes(arrays[i].type, items) - bytes)) return -1;
  }
  if (appulse_read(client, header, sizeof header)) return -1;
  if (memcmp(header, "APL1", 4) != 0 || header[3] != client->number) return appulse_fail(client, "not an answer");
  client->text_length = header[1];
  client->data_length = header[2];
  /* the text is a multiple of 8 bytes long: the arrays stay aligned after 8 bytes for its end */
  if (client->capacity < client->text_length + 8 + client->data_length) {
    free(client->answer);
    client->capacity = client->text_length + 8 + client->data_length;
    client->answer = (char *)malloc(client->capacity);
    if (client->answer == NULL) {
      client->capacity = 0;
      return appulse_fail(client, "no memory");
    }
  }
  if (appulse_read(client, client->answer, client->text_length)) return -1;
  memset(client->answer + client->text_length, 0, 8);
  if (appulse_read(client, client->answer + client->text_length + 8, client->data_length)) return -1;
  if (strncmp(client->answer, "{\"error\":", 9) == 0) return appulse_fail(client, client->answer);
  return 0;
}

/* A number of the answer, such as "count"; `otherwise` where it has none. */
static inline double appulse_number(const appulse_client *client, const char *name, double otherwise) {
  char key[64];
  const char *found;
  snprintf(key, sizeof key, "\"%s\":", name);
  found = strstr(client->answer, key);
  return found == NULL ? otherwise : strtod(found + strlen(key), NULL);
}

/* The values of an array of the answer, and its dimensions; NULL where it has none. */
static inline const void *appulse_values(const appulse_client *client, const char *name, uint32_t *rows, uint32_t *columns) {
  const char *at = strstr(client->answer, "\"arrays\":[");
  const char *data = client->answer + client->text_length + 8;
  while (at != NULL && (at = strstr(at, "{\"name\":\"")) != NULL) {
    const char *first = at + 9, *end = strchr(first, '"');
    const char *type = end == NULL ? NULL : strstr(end, "\"type\":\"");
    const char *size = type == NULL ? NULL : strstr(type, "\"dimensions\":[");
    char *rest;
    unsigned long count, width = 0;
    if (size == NULL) return NULL;
    count = strtoul(size + 14, &rest, 10);
    if (*rest == ',') width = strtoul(rest + 1, &rest, 10);
    if (strlen(name) == (size_t)(end - first) && strncmp(first, name, (size_t)(end - first)) == 0) {
      if (rows != NULL) *rows = (uint32_t)count;
      if (columns != NULL) *columns = (uint32_t)width;
      return data;
    }
    data += appulse_bytes(type[8] == 'f' ? 'd' : 'i', count * (width ? width : 1));
    at = rest;
  }
  return NULL;
}

/* Ends the server. */
static inline void appulse_stop(appulse_client *client) {
  close(client->input);
  close(client->output);
  waitpid(client->process, NULL, 0);
  free(client->answer);
  client->answer = NULL;
  client->capacity = 0;
}

#endif
