#include "instance.h"
#include "messages.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Limit of the start of the host, unless APPULSE_FMU_TIMEOUT is longer, and of a message [s]. */
#define START_TIMEOUT 60.0
#define TIMEOUT 600.0
/* Difference of two communication points that is rounding, relative to the step. */
#define SAME_TIME 1e-6

char *copy_text(const char *text) {
  size_t size = strlen(text ? text : "") + 1;
  char *copy = malloc(size);
  if (copy) memcpy(copy, text ? text : "", size);
  return copy;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

char *path_of_uri(const char *uri) {
  char *path, *out;
  if (!uri) return NULL;
  if (strncmp(uri, "file:", 5) != 0) return strstr(uri, "://") ? NULL : copy_text(uri);
  uri += 5;
  if (strncmp(uri, "//", 2) == 0) {
    uri += 2;
    if (strncmp(uri, "localhost/", 10) == 0) uri += 9;
  }
#ifdef _WIN32
  if (uri[0] == '/' && uri[1] && uri[2] == ':') uri++;
#endif
  path = out = copy_text(uri);
  for (const char *at = uri; path && *at; at++) {
    if (*at == '%' && hex_digit(at[1]) >= 0 && hex_digit(at[2]) >= 0) {
      *out++ = (char)(16 * hex_digit(at[1]) + hex_digit(at[2]));
      at += 2;
    } else {
      *out++ = *at;
    }
  }
  if (path) *out = 0;
  return path;
}

Status instance_log(Instance *instance, Status status, const char *format, ...) {
  char text[2 * ERROR_SIZE];
  va_list arguments;
  if (status < STATUS_ERROR && !instance->is_logging) return status;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (instance->log && instance->callback)
    instance->log(instance, status, status == STATUS_FATAL ? "logStatusFatal" : "logStatusError", text);
  return status;
}

/* The first answer: protocol, number of variables, number of those that can be set, length of the token; values; kinds; token. */
static Status read_model(Instance *instance, const Answer *answer, const char *token) {
  uint32_t head[4];
  size_t n, expected;
  const char *own;
  if (answer->length < sizeof head) return instance_log(instance, STATUS_ERROR, "the host process describes no model");
  memcpy(head, answer->bytes, sizeof head);
  n = head[1];
  expected = sizeof head + 9 * n + head[3];
  if (head[0] != PROTOCOL_VERSION || n == 0 || head[2] >= n || answer->length != expected)
    return instance_log(instance, STATUS_ERROR, "the host process is not of the version of this library");
  own = (const char *)answer->bytes + sizeof head + 9 * n;
  if (!token || strcmp(token, own) != 0)
    return instance_log(instance, STATUS_ERROR, "the identifier of the model is %s, but modelDescription.xml has %s", own,
                        token ? token : "none");
  instance->count = head[1];
  instance->settable_count = head[2];
  instance->values = malloc(n * sizeof(double));
  instance->starts = malloc(n * sizeof(double));
  instance->kinds = malloc(n);
  if (!instance->values || !instance->starts || !instance->kinds)
    return instance_log(instance, STATUS_ERROR, "not enough memory for %zu variables", n);
  memcpy(instance->values, answer->bytes + sizeof head, n * sizeof(double));
  memcpy(instance->starts, instance->values, n * sizeof(double));
  memcpy(instance->kinds, answer->bytes + sizeof head + 8 * n, n);
  return STATUS_OK;
}

int instance_start(Instance *instance, const char *resources, const char *token) {
  char error[ERROR_SIZE] = "not enough memory";
  const char *limit = getenv("APPULSE_FMU_TIMEOUT");
  char *end = NULL;
  double given = limit && *limit ? strtod(limit, &end) : TIMEOUT;
  Answer answer;
  Status status;
  instance->timeout = given >= 0 && !(end && *end) ? given : TIMEOUT;
  instance->channel = channel_open(resources, error);
  if (!instance->channel) {
    instance_log(instance, STATUS_ERROR, "%s", error);
    return -1;
  }
  status = receive(instance, &answer, instance->timeout > START_TIMEOUT ? instance->timeout : START_TIMEOUT);
  if (status == STATUS_OK) status = read_model(instance, &answer, token);
  free(answer.bytes);
  return status == STATUS_OK ? 0 : -1;
}

void instance_free(Instance *instance) {
  if (!instance) return;
  channel_close(instance->channel);
  while (instance->states) {
    SavedState *next = instance->states->next;
    free(instance->states->bytes);
    free(instance->states);
    instance->states = next;
  }
  free(instance->name);
  free(instance->values);
  free(instance->starts);
  free(instance->kinds);
  free(instance);
}

static Status failed(Instance *instance, const char *caller) {
  return instance_log(instance, STATUS_ERROR, "%s: the host process of this instance has ended", caller);
}

/* Sends the settable values after `head`, and takes the outputs from the answer. */
static Status exchange(Instance *instance, uint32_t operation, const double *head, size_t head_count) {
  size_t outputs = instance->count - 1 - instance->settable_count;
  Answer answer;
  Status status = request(instance, operation, head, head_count * sizeof(double), instance->values + 1,
                          instance->settable_count * sizeof(double), &answer);
  if (status != STATUS_OK) return status;
  if (answer.length == outputs * sizeof(double))
    memcpy(instance->values + 1 + instance->settable_count, answer.bytes, answer.length);
  else
    status = instance_log(instance, STATUS_ERROR, "the host process sent %u bytes of outputs", answer.length);
  free(answer.bytes);
  return status;
}

static Status start_model(Instance *instance) {
  Status status = exchange(instance, OPERATION_START, &instance->start_time, 1);
  if (status == STATUS_OK) instance->is_changed = 0;
  return status;
}

Status instance_get(Instance *instance, const char *caller, uint32_t reference, int kind, double *value) {
  if (reference >= instance->count || (instance->kinds[reference] & KIND_MASK) != kind)
    return instance_log(instance, STATUS_ERROR, "%s: there is no variable of this type with value reference %u", caller,
                        reference);
  /* outputs of the initial state follow from the parameters */
  if (instance->mode == INITIALIZING && instance->is_changed && reference > instance->settable_count) {
    Status status = start_model(instance);
    if (status != STATUS_OK) return status;
  }
  *value = reference == 0 ? instance->time : instance->values[reference];
  return STATUS_OK;
}

Status instance_set(Instance *instance, const char *caller, uint32_t reference, int kind, double value) {
  int role;
  if (reference >= instance->count || (instance->kinds[reference] & KIND_MASK) != kind)
    return instance_log(instance, STATUS_ERROR, "%s: there is no variable of this type with value reference %u", caller,
                        reference);
  role = instance->kinds[reference] & ~KIND_MASK;
  if (!(role & (ROLE_INPUT | ROLE_FIXED | ROLE_TUNABLE)))
    return instance_log(instance, STATUS_ERROR, "%s: the variable with value reference %u cannot be set", caller, reference);
  if ((role & ROLE_FIXED) && instance->mode != INSTANTIATED && instance->mode != INITIALIZING)
    return instance_log(instance, STATUS_ERROR, "%s: the parameter with value reference %u is fixed after initialization",
                        caller, reference);
  if (!isfinite(value))
    return instance_log(instance, STATUS_ERROR, "%s: the value of reference %u must be finite, got %g", caller, reference,
                        value);
  if (instance->values[reference] != value) instance->is_changed = 1;
  instance->values[reference] = value;
  return STATUS_OK;
}

Status instance_enter_initialization(Instance *instance, double start_time) {
  if (instance->mode == FAILED) return failed(instance, "EnterInitializationMode");
  if (instance->mode != INSTANTIATED)
    return instance_log(instance, STATUS_ERROR, "EnterInitializationMode: the instance is initialized already");
  if (!isfinite(start_time))
    return instance_log(instance, STATUS_ERROR, "the start time must be finite, got %g", start_time);
  instance->start_time = start_time;
  instance->time = start_time;
  instance->mode = INITIALIZING;
  instance->is_changed = 1;
  return STATUS_OK;
}

Status instance_exit_initialization(Instance *instance) {
  Status status;
  if (instance->mode == FAILED) return failed(instance, "ExitInitializationMode");
  if (instance->mode != INITIALIZING)
    return instance_log(instance, STATUS_ERROR, "ExitInitializationMode: the instance is not in initialization mode");
  status = instance->is_changed ? start_model(instance) : STATUS_OK;
  if (status == STATUS_OK) instance->mode = STEPPING;
  return status;
}

Status instance_terminate(Instance *instance) {
  if (instance->mode == FAILED) return failed(instance, "Terminate");
  instance->mode = TERMINATED;
  return STATUS_OK;
}

Status instance_reset(Instance *instance) {
  if (instance->mode == FAILED) return failed(instance, "Reset");
  memcpy(instance->values, instance->starts, instance->count * sizeof(double));
  instance->mode = INSTANTIATED;
  instance->time = instance->start_time = 0;
  return start_model(instance);
}

Status instance_step(Instance *instance, double time, double step) {
  double head[2];
  Status status;
  if (instance->mode == FAILED) return failed(instance, "DoStep");
  if (instance->mode != STEPPING)
    return instance_log(instance, STATUS_ERROR, "DoStep: the instance is not initialized, or is terminated");
  if (!(isfinite(time) && isfinite(step) && step > 0))
    return instance_log(instance, STATUS_ERROR, "DoStep: the step must be above zero, got %g", step);
  if (fabs(time - instance->time) > SAME_TIME * step)
    return instance_log(instance, STATUS_ERROR, "DoStep: the communication point is %.17g s, but the instance is at %.17g s",
                        time, instance->time);
  head[0] = time;
  head[1] = step;
  status = exchange(instance, OPERATION_STEP, head, 2);
  if (status == STATUS_OK) instance->time = time + step;
  return status;
}
