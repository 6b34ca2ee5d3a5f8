/* An instance of the model: its values, its host process and the messages to it. The same for FMI 2 and FMI 3. */
#ifndef APPULSE_INSTANCE_H
#define APPULSE_INSTANCE_H

#include "channel.h"

#include <stddef.h>
#include <stdint.h>

/* Status values that FMI 2 and FMI 3 have in common. */
typedef enum { STATUS_OK, STATUS_WARNING, STATUS_DISCARD, STATUS_ERROR, STATUS_FATAL } Status;

/* Types and roles of a variable, in the byte that the host sends for each. */
enum { KIND_REAL = 0, KIND_INTEGER = 1, KIND_BOOLEAN = 2, KIND_MASK = 15 };
enum { ROLE_INPUT = 16, ROLE_FIXED = 32, ROLE_TUNABLE = 64 };

typedef enum { INSTANTIATED, INITIALIZING, STEPPING, TERMINATED, FAILED } Mode;

typedef struct Instance Instance;
typedef struct SavedState SavedState;
typedef void (*LogFunction)(Instance *instance, Status status, const char *category, const char *text);

/* A state that the host holds, until it is freed. */
struct SavedState {
  uint32_t id;
  Mode mode;
  double time;
  double start_time;
  unsigned char *bytes; /* serialised, when its size was asked for */
  size_t size;
  SavedState *next;
};

struct Instance {
  char *name;
  void *environment;
  void (*callback)(void); /* the log function of the importer, of the type of its standard */
  LogFunction log;
  int is_logging;
  Mode mode;
  double time;
  double start_time;
  double timeout; /* [s] of a message; 0: no limit */
  Channel *channel;
  /* the value reference is the index: the time, then what can be set, then the outputs */
  uint32_t count;
  uint32_t settable_count;
  double *values;
  double *starts;
  unsigned char *kinds;
  int is_changed; /* values were set that the host does not have */
  SavedState *states;
};

/* Starts the host. `token` is the identifier of the model that the importer read from modelDescription.xml. Returns 0, or -1 after an error was logged. */
int instance_start(Instance *instance, const char *resources, const char *token);
void instance_free(Instance *instance);

/* Logs a message in the form of printf, and returns the status. Errors are always logged, other messages on request. */
Status instance_log(Instance *instance, Status status, const char *format, ...);

Status instance_get(Instance *instance, const char *caller, uint32_t reference, int kind, double *value);
Status instance_set(Instance *instance, const char *caller, uint32_t reference, int kind, double value);

Status instance_enter_initialization(Instance *instance, double start_time);
Status instance_exit_initialization(Instance *instance);
Status instance_terminate(Instance *instance);
Status instance_reset(Instance *instance);
Status instance_step(Instance *instance, double time, double step);

Status instance_save(Instance *instance, SavedState **state);
Status instance_restore(Instance *instance, SavedState *state);
Status instance_free_state(Instance *instance, SavedState **state);
Status instance_serialized_size(Instance *instance, SavedState *state, size_t *size);
Status instance_serialize(Instance *instance, SavedState *state, void *bytes, size_t size);
Status instance_deserialize(Instance *instance, const void *bytes, size_t size, SavedState **state);

/* Path of a file URI, or a copy of a path; NULL for another URI. To be freed. */
char *path_of_uri(const char *uri);
char *copy_text(const char *text);

#endif
