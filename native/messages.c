#include "messages.h"

#include <stdlib.h>
#include <string.h>

/* Longest text or list that one answer may have [bytes]: a longer one means that the streams are out of step. */
#define LENGTH_LIMIT 0x40000000u

/* The host is of no more use: what it wrote to its standard error is the reason. */
static Status broken(Instance *instance, const char *what) {
  char errors[ERROR_SIZE / 2];
  channel_errors(instance->channel, errors, sizeof errors);
  instance->mode = FAILED;
  return instance_log(instance, STATUS_ERROR, "%s%s%s", what, *errors ? ": " : "", errors);
}

Status receive(Instance *instance, Answer *answer, double timeout) {
  uint32_t head[2];
  int result = channel_read(instance->channel, head, sizeof head, timeout);
  answer->bytes = NULL;
  answer->length = 0;
  if (result == -2) return broken(instance, "the host process did not answer in time (APPULSE_FMU_TIMEOUT sets the limit in seconds)");
  if (result != 0) return broken(instance, "the host process has ended");
  if (head[0] > LENGTH_LIMIT) return broken(instance, "the host process sent something that is no answer");
  answer->bytes = malloc((size_t)head[0] + 1);
  if (!answer->bytes) return broken(instance, "not enough memory for the answer of the host process");
  result = channel_read(instance->channel, answer->bytes, head[0], timeout);
  if (result != 0) {
    free(answer->bytes);
    answer->bytes = NULL;
    return broken(instance, "the host process has ended within an answer");
  }
  answer->length = head[0];
  answer->bytes[head[0]] = 0;
  if (head[1] == 0) return STATUS_OK;
  instance_log(instance, STATUS_ERROR, "%s", (const char *)answer->bytes);
  free(answer->bytes);
  answer->bytes = NULL;
  return STATUS_ERROR;
}

Status request(Instance *instance, uint32_t operation, const void *head, size_t head_length, const void *tail,
               size_t tail_length, Answer *answer) {
  unsigned char small[1024];
  size_t length = 8 + head_length + tail_length;
  unsigned char *bytes = length <= sizeof small ? small : malloc(length);
  uint32_t first[2];
  int result;
  answer->bytes = NULL;
  if (!bytes) return instance_log(instance, STATUS_ERROR, "not enough memory for a message of %zu bytes", length);
  first[0] = (uint32_t)(head_length + tail_length);
  first[1] = operation;
  memcpy(bytes, first, 8);
  if (head_length) memcpy(bytes + 8, head, head_length);
  if (tail_length) memcpy(bytes + 8 + head_length, tail, tail_length);
  result = channel_write(instance->channel, bytes, length);
  if (bytes != small) free(bytes);
  if (result != 0) return broken(instance, "the host process has ended");
  return receive(instance, answer, instance->timeout);
}
