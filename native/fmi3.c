/*
 * Functions of FMI 3.0. Co-simulation without event mode is implemented; the standard requires that the others exist.
 * Types and signatures follow sections 2.2 to 5 of the standard.
 */
#include "instance.h"

#include <stdbool.h>
#include <stdlib.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

typedef void *Handle;
typedef void *Environment;
typedef void *State;
typedef uint32_t Reference;
typedef const char *Text;
typedef const uint8_t *Binary;
typedef bool Clock;
typedef void (*LogMessage)(Environment, Status, Text, Text);
typedef void (*Callback)(void);

static void write_log(Instance *instance, Status status, const char *category, const char *text) {
  ((LogMessage)instance->callback)(instance->environment, status, category, text);
}

static Instance *create(Text name, bool logging, Environment environment, LogMessage log) {
  Instance *instance = calloc(1, sizeof *instance);
  if (!instance) return NULL;
  instance->name = copy_text(name);
  instance->is_logging = logging;
  instance->environment = environment;
  instance->callback = (Callback)log;
  instance->log = write_log;
  return instance;
}

static Handle reject(Text name, bool logging, Environment environment, LogMessage log, const char *reason) {
  Instance *instance = create(name, logging, environment, log);
  if (!instance) return NULL;
  instance_log(instance, STATUS_ERROR, "%s", reason);
  instance_free(instance);
  return NULL;
}

EXPORT const char *fmi3GetVersion(void) { return "3.0"; }

EXPORT Status fmi3SetDebugLogging(Handle h, bool on, size_t count, const Text categories[]) {
  (void)count, (void)categories;
  if (!h) return STATUS_ERROR;
  ((Instance *)h)->is_logging = on;
  return STATUS_OK;
}

EXPORT Handle fmi3InstantiateModelExchange(Text name, Text token, Text resources, bool visible, bool logging,
                                           Environment environment, LogMessage log) {
  (void)token, (void)resources, (void)visible;
  return reject(name, logging, environment, log, "this FMU is for co-simulation, not for model exchange");
}

EXPORT Handle fmi3InstantiateCoSimulation(Text name, Text token, Text resources, bool visible, bool logging, bool event_mode,
                                          bool early_return, const Reference intermediate[], size_t intermediate_count,
                                          Environment environment, LogMessage log, Callback update) {
  Instance *instance;
  char *path;
  (void)visible, (void)early_return, (void)intermediate, (void)intermediate_count, (void)update;
  if (event_mode) return reject(name, logging, environment, log, "eventModeUsed must be false: hasEventMode is false");
  instance = create(name, logging, environment, log);
  if (!instance) return NULL;
  /* FMI 3 has a path here; a URI, as in FMI 2, does no harm */
  path = path_of_uri(resources);
  if (!path)
    instance_log(instance, STATUS_ERROR, "resourcePath must be a path, got %s", resources ? resources : "none");
  else if (instance_start(instance, path, token) == 0) {
    free(path);
    return instance;
  }
  free(path);
  instance_free(instance);
  return NULL;
}

EXPORT Handle fmi3InstantiateScheduledExecution(Text name, Text token, Text resources, bool visible, bool logging,
                                                Environment environment, LogMessage log, Callback clock_update, Callback lock,
                                                Callback unlock) {
  (void)token, (void)resources, (void)visible, (void)clock_update, (void)lock, (void)unlock;
  return reject(name, logging, environment, log, "this FMU is for co-simulation, not for scheduled execution");
}

EXPORT void fmi3FreeInstance(Handle h) { instance_free(h); }

EXPORT Status fmi3EnterInitializationMode(Handle h, bool tolerance_defined, double tolerance, double start, bool stop_defined,
                                          double stop) {
  (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop;
  return h ? instance_enter_initialization(h, start) : STATUS_ERROR;
}

EXPORT Status fmi3ExitInitializationMode(Handle h) { return h ? instance_exit_initialization(h) : STATUS_ERROR; }

EXPORT Status fmi3Terminate(Handle h) { return h ? instance_terminate(h) : STATUS_ERROR; }

EXPORT Status fmi3Reset(Handle h) { return h ? instance_reset(h) : STATUS_ERROR; }

static Status check_lengths(Handle h, const char *caller, size_t references, size_t values) {
  if (!h) return STATUS_ERROR;
  if (references == values) return STATUS_OK;
  return instance_log(h, STATUS_ERROR, "%s: %zu scalars, but %zu values", caller, references, values);
}

/* Variables are scalars, so that there is one value for each reference. */
#define VALUES(NAME, TYPE, KIND, CONVERT)                                                                                     \
  EXPORT Status fmi3Get##NAME(Handle h, const Reference references[], size_t count, TYPE values[], size_t value_count) {      \
    Status status = check_lengths(h, "fmi3Get" #NAME, count, value_count);                                                    \
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {                                                               \
      double value = 0;                                                                                                       \
      status = instance_get(h, "fmi3Get" #NAME, references[i], KIND, &value);                                                 \
      if (status == STATUS_OK) values[i] = CONVERT value;                                                                     \
    }                                                                                                                         \
    return status;                                                                                                            \
  }                                                                                                                           \
  EXPORT Status fmi3Set##NAME(Handle h, const Reference references[], size_t count, const TYPE values[],                      \
                              size_t value_count) {                                                                           \
    Status status = check_lengths(h, "fmi3Set" #NAME, count, value_count);                                                    \
    for (size_t i = 0; i < count && status == STATUS_OK; i++)                                                                 \
      status = instance_set(h, "fmi3Set" #NAME, references[i], KIND, (double)values[i]);                                      \
    return status;                                                                                                            \
  }

VALUES(Float64, double, KIND_REAL, )
VALUES(Int32, int32_t, KIND_INTEGER, (int32_t))
VALUES(Boolean, bool, KIND_BOOLEAN, 0 !=)

static Status no_variables(Handle h, const char *caller, size_t count) {
  if (!h) return STATUS_ERROR;
  return count == 0 ? STATUS_OK : instance_log(h, STATUS_ERROR, "%s: the model has no variables of this type", caller);
}

#define NO_VALUES(NAME, TYPE)                                                                                                 \
  EXPORT Status fmi3Get##NAME(Handle h, const Reference references[], size_t count, TYPE values[], size_t value_count) {      \
    (void)references, (void)values, (void)value_count;                                                                        \
    return no_variables(h, "fmi3Get" #NAME, count);                                                                           \
  }                                                                                                                           \
  EXPORT Status fmi3Set##NAME(Handle h, const Reference references[], size_t count, const TYPE values[],                      \
                              size_t value_count) {                                                                           \
    (void)references, (void)values, (void)value_count;                                                                        \
    return no_variables(h, "fmi3Set" #NAME, count);                                                                           \
  }

NO_VALUES(Float32, float)
NO_VALUES(Int8, int8_t)
NO_VALUES(UInt8, uint8_t)
NO_VALUES(Int16, int16_t)
NO_VALUES(UInt16, uint16_t)
NO_VALUES(UInt32, uint32_t)
NO_VALUES(Int64, int64_t)
NO_VALUES(UInt64, uint64_t)
NO_VALUES(String, Text)

EXPORT Status fmi3GetBinary(Handle h, const Reference references[], size_t count, size_t sizes[], Binary values[],
                            size_t value_count) {
  (void)references, (void)sizes, (void)values, (void)value_count;
  return no_variables(h, "fmi3GetBinary", count);
}

EXPORT Status fmi3SetBinary(Handle h, const Reference references[], size_t count, const size_t sizes[], const Binary values[],
                            size_t value_count) {
  (void)references, (void)sizes, (void)values, (void)value_count;
  return no_variables(h, "fmi3SetBinary", count);
}

EXPORT Status fmi3GetClock(Handle h, const Reference references[], size_t count, Clock values[]) {
  (void)references, (void)values;
  return no_variables(h, "fmi3GetClock", count);
}

EXPORT Status fmi3SetClock(Handle h, const Reference references[], size_t count, const Clock values[]) {
  (void)references, (void)values;
  return no_variables(h, "fmi3SetClock", count);
}

EXPORT Status fmi3GetFMUState(Handle h, State *state) {
  return h && state ? instance_save(h, (SavedState **)state) : STATUS_ERROR;
}

EXPORT Status fmi3SetFMUState(Handle h, State state) { return h ? instance_restore(h, state) : STATUS_ERROR; }

EXPORT Status fmi3FreeFMUState(Handle h, State *state) {
  if (!state || !*state) return STATUS_OK;
  return h ? instance_free_state(h, (SavedState **)state) : STATUS_ERROR;
}

EXPORT Status fmi3SerializedFMUStateSize(Handle h, State state, size_t *size) {
  return h && size ? instance_serialized_size(h, state, size) : STATUS_ERROR;
}

EXPORT Status fmi3SerializeFMUState(Handle h, State state, uint8_t bytes[], size_t size) {
  return h && bytes ? instance_serialize(h, state, bytes, size) : STATUS_ERROR;
}

EXPORT Status fmi3DeserializeFMUState(Handle h, const uint8_t bytes[], size_t size, State *state) {
  return h && bytes && state ? instance_deserialize(h, bytes, size, (SavedState **)state) : STATUS_ERROR;
}

EXPORT Status fmi3DoStep(Handle h, double time, double step, bool no_set_state, bool *event_needed, bool *terminate, bool *early,
                         double *last_time) {
  Status status;
  (void)no_set_state;
  if (!h) return STATUS_ERROR;
  status = instance_step(h, time, step);
  if (event_needed) *event_needed = false;
  if (terminate) *terminate = false;
  if (early) *early = false;
  if (last_time) *last_time = ((Instance *)h)->time;
  return status;
}
