/*
 * A master for the tests: loads the library of an FMU and executes commands from standard input, one per line, for any number of
 * instances. Real numbers are printed as the 16 hexadecimal digits of their bits. A call that does not return OK prints its status; messages
 * of the FMU are printed to standard error.
 *
 *   master 2|3 LIBRARY RESOURCES TOKEN < commands
 */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INSTANCES 64
#define STATES 64
#define VALUES 4096

typedef void *Handle;
typedef uint32_t Reference;

typedef struct {
  void (*logger)(void *, const char *, int, const char *, const char *, ...);
  void *(*allocate)(size_t, size_t);
  void (*release)(void *);
  void (*finished)(void *, int);
  void *environment;
} Callbacks;

static void *library;
static int fmi;
static const char *resources;
static const char *token;
static Handle instances[INSTANCES];
static void *states[STATES];
static double start_times[INSTANCES];

static void write_log2(void *environment, const char *name, int status, const char *category, const char *format, ...) {
  va_list arguments;
  (void)environment;
  va_start(arguments, format);
  fprintf(stderr, "%s %d %s: ", name, status, category);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
}

static void write_log3(void *environment, int status, const char *category, const char *text) {
  fprintf(stderr, "%s %d %s: %s\n", (const char *)environment, status, category, text);
}

static const Callbacks callbacks = {write_log2, calloc, free, NULL, NULL};

/* A function of the library, by its name without the prefix. */
static void *find(const char *name) {
  char full[128];
  void *found;
  snprintf(full, sizeof full, "fmi%d%s", fmi, name);
  found = dlsym(library, full);
  if (!found) {
    fprintf(stderr, "the library has no %s\n", full);
    exit(3);
  }
  return found;
}

/* Calls through a pointer of the type of the function; dlsym returns a pointer to data. */
#define CALL(NAME, TYPE, ...) ((int(*) TYPE)find(NAME))(__VA_ARGS__)

static Handle create(const char *name) {
  if (fmi == 2) {
    Handle (*instantiate)(const char *, int, const char *, const char *, const Callbacks *, int, int);
    *(void **)&instantiate = find("Instantiate");
    return instantiate(name, 1, token, resources, &callbacks, 0, 1);
  }
  Handle (*instantiate)(const char *, const char *, const char *, bool, bool, bool, bool, const Reference *, size_t, void *,
                        void (*)(void *, int, const char *, const char *), void *);
  *(void **)&instantiate = find("InstantiateCoSimulation");
  return instantiate(name, token, resources, false, true, false, false, NULL, 0, "fmi3", write_log3, NULL);
}

static int initialize(int i, double start) {
  int status;
  start_times[i] = start;
  if (fmi == 3)
    return CALL("EnterInitializationMode", (Handle, bool, double, double, bool, double), instances[i], false, 0.0, start, false, 0.0);
  status = CALL("SetupExperiment", (Handle, int, double, double, int, double), instances[i], 0, 0.0, start, 0, 0.0);
  return status ? status : CALL("EnterInitializationMode", (Handle), instances[i]);
}

static int step(int i, double time, double length) {
  if (fmi == 2) return CALL("DoStep", (Handle, double, double, int), instances[i], time, length, 1);
  bool event, terminate, early;
  double last;
  int status = CALL("DoStep", (Handle, double, double, bool, bool *, bool *, bool *, double *), instances[i], time, length, true,
                    &event, &terminate, &early, &last);
  if (status == 0 && (event || terminate || early || last != time + length)) return 90;
  return status;
}

static int get_reals(int i, const Reference *references, size_t count, double *values) {
  if (fmi == 2) return CALL("GetReal", (Handle, const Reference *, size_t, double *), instances[i], references, count, values);
  return CALL("GetFloat64", (Handle, const Reference *, size_t, double *, size_t), instances[i], references, count, values, count);
}

static int set_reals(int i, const Reference *references, size_t count, const double *values) {
  if (fmi == 2) return CALL("SetReal", (Handle, const Reference *, size_t, const double *), instances[i], references, count, values);
  return CALL("SetFloat64", (Handle, const Reference *, size_t, const double *, size_t), instances[i], references, count, values, count);
}

/* Integers and booleans: one value. */
static int get_integer(int i, Reference reference, int *value) {
  int32_t found = 0;
  int status = fmi == 2 ? CALL("GetInteger", (Handle, const Reference *, size_t, int *), instances[i], &reference, 1, value)
                        : CALL("GetInt32", (Handle, const Reference *, size_t, int32_t *, size_t), instances[i], &reference, 1, &found, 1);
  if (fmi == 3) *value = found;
  return status;
}

static int get_boolean(int i, Reference reference, int *value) {
  bool found = false;
  int status = fmi == 2 ? CALL("GetBoolean", (Handle, const Reference *, size_t, int *), instances[i], &reference, 1, value)
                        : CALL("GetBoolean", (Handle, const Reference *, size_t, bool *, size_t), instances[i], &reference, 1, &found, 1);
  if (fmi == 3) *value = found;
  return status;
}

static const char *state_function(const char *name2, const char *name3) { return fmi == 2 ? name2 : name3; }

static int save_to_file(int i, int k, const char *path) {
  size_t size = 0;
  char *bytes;
  FILE *file;
  int status = CALL(state_function("SerializedFMUstateSize", "SerializedFMUStateSize"), (Handle, void *, size_t *), instances[i],
                    states[k], &size);
  if (status) return status;
  bytes = malloc(size);
  status = CALL(state_function("SerializeFMUstate", "SerializeFMUState"), (Handle, void *, char *, size_t), instances[i], states[k],
                bytes, size);
  file = status ? NULL : fopen(path, "wb");
  if (file) {
    if (fwrite(bytes, 1, size, file) != size) status = 91;
    fclose(file);
  }
  free(bytes);
  return status;
}

static int load_from_file(int i, int k, const char *path) {
  static char bytes[1 << 24];
  FILE *file = fopen(path, "rb");
  size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
  if (file) fclose(file);
  return CALL(state_function("DeSerializeFMUstate", "DeserializeFMUState"), (Handle, const char *, size_t, void **), instances[i],
              bytes, size, &states[k]);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Prints median, 99 % and mean of the time of a step [us]. */
static int measure(int i, double length, int count) {
  double *times = malloc((size_t)count * sizeof *times), sum = 0;
  int status = 0;
  for (int k = 0; k < count && !status; k++) {
    double before = now();
    status = step(i, start_times[i] + k * length, length);
    times[k] = 1e6 * (now() - before);
    sum += times[k];
  }
  if (!status) {
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("median %.1f us, 99 %% %.1f us, mean %.1f us\n", times[count / 2], times[count * 99 / 100], sum / count);
  }
  free(times);
  return status;
}

static void *create_in_thread(void *name) { return create(name); }

static int execute(char *command, int i, char *rest) {
  Reference references[VALUES];
  double values[VALUES];
  int count = 0, used = 0, status, value = 0, k = 0;
  double a = 0, b = 0;
  if (!strcmp(command, "new")) return (instances[i] = create(rest)) ? 0 : 3;
  if (!strcmp(command, "thread")) {
    pthread_t thread;
    void *made = NULL;
    if (pthread_create(&thread, NULL, create_in_thread, rest) == 0) pthread_join(thread, &made);
    return (instances[i] = made) ? 0 : 3;
  }
  if (!strcmp(command, "free")) {
    void (*release)(Handle);
    *(void **)&release = find("FreeInstance");
    release(instances[i]);
    instances[i] = NULL;
    return 0;
  }
  if (!strcmp(command, "enter")) return sscanf(rest, "%lf", &a) == 1 ? initialize(i, a) : 92;
  if (!strcmp(command, "exit")) return CALL("ExitInitializationMode", (Handle), instances[i]);
  if (!strcmp(command, "reset")) return CALL("Reset", (Handle), instances[i]);
  if (!strcmp(command, "terminate")) return CALL("Terminate", (Handle), instances[i]);
  if (!strcmp(command, "step")) return sscanf(rest, "%lf %lf", &a, &b) == 2 ? step(i, a, b) : 92;
  if (!strcmp(command, "measure")) return sscanf(rest, "%lf %d", &a, &k) == 2 ? measure(i, a, k) : 92;
  if (!strcmp(command, "set")) {
    for (; count < VALUES && sscanf(rest, "%u %lf%n", &references[count], &values[count], &used) == 2; rest += used) count++;
    return set_reals(i, references, (size_t)count, values);
  }
  if (!strcmp(command, "get")) {
    for (; count < VALUES && sscanf(rest, "%u%n", &references[count], &used) == 1; rest += used) count++;
    status = get_reals(i, references, (size_t)count, values);
    for (k = 0; k < count && !status; k++) {
      uint64_t bits;
      memcpy(&bits, &values[k], sizeof bits);
      printf("%016llx%c", (unsigned long long)bits, k + 1 < count ? ' ' : '\n');
    }
    return status;
  }
  if (!strcmp(command, "integer") || !strcmp(command, "boolean")) {
    Reference reference = (Reference)strtoul(rest, NULL, 10);
    status = *command == 'i' ? get_integer(i, reference, &value) : get_boolean(i, reference, &value);
    if (!status) printf("%d\n", value);
    return status;
  }
  if (sscanf(rest, "%d%n", &k, &used) != 1 || k < 0 || k >= STATES) return 92;
  rest += used + (rest[used] == ' ');
  if (!strcmp(command, "save")) return CALL(state_function("GetFMUstate", "GetFMUState"), (Handle, void **), instances[i], &states[k]);
  if (!strcmp(command, "restore")) return CALL(state_function("SetFMUstate", "SetFMUState"), (Handle, void *), instances[i], states[k]);
  if (!strcmp(command, "forget")) return CALL(state_function("FreeFMUstate", "FreeFMUState"), (Handle, void **), instances[i], &states[k]);
  if (!strcmp(command, "write")) return save_to_file(i, k, rest);
  if (!strcmp(command, "read")) return load_from_file(i, k, rest);
  return 92;
}

int main(int count, char **arguments) {
  static char line[1 << 20];
  if (count != 5) return 2;
  fmi = atoi(arguments[1]);
  resources = arguments[3];
  token = arguments[4];
  library = dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
  while (fgets(line, sizeof line, stdin)) {
    char command[32];
    int i = 0, used = 0, status;
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, "%31s %d%n", command, &i, &used) != 2 || i < 0 || i >= INSTANCES) return 2;
    status = execute(command, i, line + used + (line[used] == ' '));
    if (status) printf("%s: status %d\n", command, status);
    fflush(stdout);
  }
  dlclose(library);
  return 0;
}
