/*
 * Functions of FMI 2.0 for co-simulation. Types and signatures follow section 2.1 and 4.2 of the standard.
 */
#include "instance.h"

#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

typedef void *Component;
typedef void *Environment;
typedef unsigned int Reference;
typedef int Boolean;
typedef const char *Text;
typedef char Byte;

typedef struct {
  void (*logger)(Environment, Text, Status, Text, Text, ...);
  void *(*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void *);
  void (*stepFinished)(Environment, Status);
  Environment componentEnvironment;
} Callbacks;

typedef void (*Logger)(Environment, Text, Status, Text, Text, ...);

static void write_log(Instance *instance, Status status, const char *category, const char *text) {
  ((Logger)instance->callback)(instance->environment, instance->name, status, category, "%s", text);
}

EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }

EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

EXPORT Status fmi2SetDebugLogging(Component c, Boolean on, size_t count, const Text categories[]) {
  (void)count, (void)categories;
  if (!c) return STATUS_ERROR;
  ((Instance *)c)->is_logging = on != 0;
  return STATUS_OK;
}

EXPORT Component fmi2Instantiate(Text name, int type, Text guid, Text resources, const Callbacks *callbacks, Boolean visible,
                                 Boolean logging) {
  Instance *instance = calloc(1, sizeof *instance);
  char *path = NULL;
  (void)visible;
  if (!instance) return NULL;
  instance->name = copy_text(name);
  instance->is_logging = logging != 0;
  instance->log = write_log;
  if (callbacks) {
    instance->callback = (void (*)(void))callbacks->logger;
    instance->environment = callbacks->componentEnvironment;
  }
  if (type != 1)
    instance_log(instance, STATUS_ERROR, "this FMU is for co-simulation, not for model exchange");
  else if (!(path = path_of_uri(resources)))
    instance_log(instance, STATUS_ERROR, "fmuResourceLocation must be a file URI, got %s", resources ? resources : "none");
  else if (instance_start(instance, path, guid) == 0) {
    free(path);
    return instance;
  }
  free(path);
  instance_free(instance);
  return NULL;
}

EXPORT void fmi2FreeInstance(Component c) { instance_free(c); }

EXPORT Status fmi2SetupExperiment(Component c, Boolean tolerance_defined, double tolerance, double start, Boolean stop_defined,
                                  double stop) {
  (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop;
  if (!c) return STATUS_ERROR;
  ((Instance *)c)->start_time = start;
  return STATUS_OK;
}

EXPORT Status fmi2EnterInitializationMode(Component c) {
  return c ? instance_enter_initialization(c, ((Instance *)c)->start_time) : STATUS_ERROR;
}

EXPORT Status fmi2ExitInitializationMode(Component c) { return c ? instance_exit_initialization(c) : STATUS_ERROR; }

EXPORT Status fmi2Terminate(Component c) { return c ? instance_terminate(c) : STATUS_ERROR; }

EXPORT Status fmi2Reset(Component c) { return c ? instance_reset(c) : STATUS_ERROR; }

EXPORT Status fmi2GetReal(Component c, const Reference references[], size_t count, double values[]) {
  Status status = c ? STATUS_OK : STATUS_ERROR;
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = instance_get(c, "fmi2GetReal", references[i], KIND_REAL, &values[i]);
  return status;
}

static Status get_integers(Component c, const char *caller, int kind, const Reference references[], size_t count, int values[]) {
  Status status = c ? STATUS_OK : STATUS_ERROR;
  for (size_t i = 0; i < count && status == STATUS_OK; i++) {
    double value = 0;
    status = instance_get(c, caller, references[i], kind, &value);
    if (status == STATUS_OK) values[i] = (int)value;
  }
  return status;
}

EXPORT Status fmi2GetInteger(Component c, const Reference references[], size_t count, int values[]) {
  return get_integers(c, "fmi2GetInteger", KIND_INTEGER, references, count, values);
}

EXPORT Status fmi2GetBoolean(Component c, const Reference references[], size_t count, Boolean values[]) {
  return get_integers(c, "fmi2GetBoolean", KIND_BOOLEAN, references, count, values);
}

static Status no_text(Component c, const char *caller, size_t count) {
  if (!c) return STATUS_ERROR;
  return count == 0 ? STATUS_OK : instance_log(c, STATUS_ERROR, "%s: the model has no variables of this type", caller);
}

EXPORT Status fmi2GetString(Component c, const Reference references[], size_t count, Text values[]) {
  (void)references, (void)values;
  return no_text(c, "fmi2GetString", count);
}

EXPORT Status fmi2SetReal(Component c, const Reference references[], size_t count, const double values[]) {
  Status status = c ? STATUS_OK : STATUS_ERROR;
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = instance_set(c, "fmi2SetReal", references[i], KIND_REAL, values[i]);
  return status;
}

EXPORT Status fmi2SetInteger(Component c, const Reference references[], size_t count, const int values[]) {
  Status status = c ? STATUS_OK : STATUS_ERROR;
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = instance_set(c, "fmi2SetInteger", references[i], KIND_INTEGER, values[i]);
  return status;
}

EXPORT Status fmi2SetBoolean(Component c, const Reference references[], size_t count, const Boolean values[]) {
  Status status = c ? STATUS_OK : STATUS_ERROR;
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = instance_set(c, "fmi2SetBoolean", references[i], KIND_BOOLEAN, values[i] != 0);
  return status;
}

EXPORT Status fmi2SetString(Component c, const Reference references[], size_t count, const Text values[]) {
  (void)references, (void)values;
  return no_text(c, "fmi2SetString", count);
}

EXPORT Status fmi2GetFMUstate(Component c, void **state) {
  return c && state ? instance_save(c, (SavedState **)state) : STATUS_ERROR;
}

EXPORT Status fmi2SetFMUstate(Component c, void *state) { return c ? instance_restore(c, state) : STATUS_ERROR; }

EXPORT Status fmi2FreeFMUstate(Component c, void **state) {
  if (!state || !*state) return STATUS_OK;
  return c ? instance_free_state(c, (SavedState **)state) : STATUS_ERROR;
}

EXPORT Status fmi2SerializedFMUstateSize(Component c, void *state, size_t *size) {
  return c && size ? instance_serialized_size(c, state, size) : STATUS_ERROR;
}

EXPORT Status fmi2SerializeFMUstate(Component c, void *state, Byte bytes[], size_t size) {
  return c && bytes ? instance_serialize(c, state, bytes, size) : STATUS_ERROR;
}

EXPORT Status fmi2DeSerializeFMUstate(Component c, const Byte bytes[], size_t size, void **state) {
  return c && bytes && state ? instance_deserialize(c, bytes, size, (SavedState **)state) : STATUS_ERROR;
}

static Status unsupported(Component c, const char *caller) {
  return c ? instance_log(c, STATUS_ERROR, "%s: not supported, see the capability flags of modelDescription.xml", caller)
           : STATUS_ERROR;
}

EXPORT Status fmi2GetDirectionalDerivative(Component c, const Reference unknowns[], size_t unknown_count,
                                           const Reference knowns[], size_t known_count, const double known_changes[],
                                           double unknown_changes[]) {
  (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)known_changes, (void)unknown_changes;
  return unsupported(c, "fmi2GetDirectionalDerivative");
}

EXPORT Status fmi2SetRealInputDerivatives(Component c, const Reference references[], size_t count, const int orders[],
                                          const double values[]) {
  (void)references, (void)count, (void)orders, (void)values;
  return unsupported(c, "fmi2SetRealInputDerivatives");
}

EXPORT Status fmi2GetRealOutputDerivatives(Component c, const Reference references[], size_t count, const int orders[],
                                           double values[]) {
  (void)references, (void)count, (void)orders, (void)values;
  return unsupported(c, "fmi2GetRealOutputDerivatives");
}

EXPORT Status fmi2DoStep(Component c, double time, double step, Boolean is_final) {
  (void)is_final;
  return c ? instance_step(c, time, step) : STATUS_ERROR;
}

EXPORT Status fmi2CancelStep(Component c) { return unsupported(c, "fmi2CancelStep"); }

/* Steps are complete when DoStep returns: there is no status of one in progress. */
EXPORT Status fmi2GetStatus(Component c, int kind, Status *value) {
  (void)kind, (void)value;
  return c ? STATUS_DISCARD : STATUS_ERROR;
}

EXPORT Status fmi2GetRealStatus(Component c, int kind, double *value) {
  if (!c || kind != 2 || !value) return c ? STATUS_DISCARD : STATUS_ERROR;
  *value = ((Instance *)c)->time; /* time of the last successful step */
  return STATUS_OK;
}

EXPORT Status fmi2GetIntegerStatus(Component c, int kind, int *value) {
  (void)kind, (void)value;
  return c ? STATUS_DISCARD : STATUS_ERROR;
}

EXPORT Status fmi2GetBooleanStatus(Component c, int kind, Boolean *value) {
  if (!c || kind != 3 || !value) return c ? STATUS_DISCARD : STATUS_ERROR;
  *value = 0; /* the model does not ask for the end of the simulation */
  return STATUS_OK;
}

EXPORT Status fmi2GetStringStatus(Component c, int kind, Text *value) {
  (void)kind, (void)value;
  return c ? STATUS_DISCARD : STATUS_ERROR;
}
