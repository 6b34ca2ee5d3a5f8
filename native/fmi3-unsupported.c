/*
 * Functions of FMI 3.0 that a co-simulation FMU without event mode, clocks, arrays and derivatives has only by name: all functions of the
 * standard must exist. Each logs that it is not supported, and returns an error.
 */
#include "instance.h"

#include <stdbool.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

typedef void *Handle;
typedef uint32_t Reference;
typedef int Qualifier;

static Status unsupported(Handle h, const char *caller) {
  return h ? instance_log(h, STATUS_ERROR, "%s: not supported, see the capability flags of modelDescription.xml", caller)
           : STATUS_ERROR;
}

EXPORT Status fmi3EnterEventMode(Handle h) { return unsupported(h, "fmi3EnterEventMode"); }

EXPORT Status fmi3EnterStepMode(Handle h) { return unsupported(h, "fmi3EnterStepMode"); }

EXPORT Status fmi3EnterConfigurationMode(Handle h) { return unsupported(h, "fmi3EnterConfigurationMode"); }

EXPORT Status fmi3ExitConfigurationMode(Handle h) { return unsupported(h, "fmi3ExitConfigurationMode"); }

EXPORT Status fmi3EnterContinuousTimeMode(Handle h) { return unsupported(h, "fmi3EnterContinuousTimeMode"); }

EXPORT Status fmi3EvaluateDiscreteStates(Handle h) { return unsupported(h, "fmi3EvaluateDiscreteStates"); }

EXPORT Status fmi3UpdateDiscreteStates(Handle h, bool *need_update, bool *terminate, bool *nominals_changed,
                                       bool *values_changed, bool *next_defined, double *next_time) {
  (void)need_update, (void)terminate, (void)nominals_changed, (void)values_changed, (void)next_defined, (void)next_time;
  return unsupported(h, "fmi3UpdateDiscreteStates");
}

EXPORT Status fmi3GetNumberOfVariableDependencies(Handle h, Reference variable, size_t *count) {
  (void)variable, (void)count;
  return unsupported(h, "fmi3GetNumberOfVariableDependencies");
}

EXPORT Status fmi3GetVariableDependencies(Handle h, Reference dependent, size_t elements[], Reference independents[],
                                          size_t independent_elements[], int kinds[], size_t count) {
  (void)dependent, (void)elements, (void)independents, (void)independent_elements, (void)kinds, (void)count;
  return unsupported(h, "fmi3GetVariableDependencies");
}

EXPORT Status fmi3GetDirectionalDerivative(Handle h, const Reference unknowns[], size_t unknown_count, const Reference knowns[],
                                           size_t known_count, const double seed[], size_t seed_count, double sensitivity[],
                                           size_t sensitivity_count) {
  (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed, (void)seed_count;
  (void)sensitivity, (void)sensitivity_count;
  return unsupported(h, "fmi3GetDirectionalDerivative");
}

EXPORT Status fmi3GetAdjointDerivative(Handle h, const Reference unknowns[], size_t unknown_count, const Reference knowns[],
                                       size_t known_count, const double seed[], size_t seed_count, double sensitivity[],
                                       size_t sensitivity_count) {
  (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed, (void)seed_count;
  (void)sensitivity, (void)sensitivity_count;
  return unsupported(h, "fmi3GetAdjointDerivative");
}

EXPORT Status fmi3GetOutputDerivatives(Handle h, const Reference references[], size_t count, const int32_t orders[],
                                       double values[], size_t value_count) {
  (void)references, (void)count, (void)orders, (void)values, (void)value_count;
  return unsupported(h, "fmi3GetOutputDerivatives");
}

EXPORT Status fmi3GetIntervalDecimal(Handle h, const Reference references[], size_t count, double intervals[],
                                     Qualifier qualifiers[]) {
  (void)references, (void)count, (void)intervals, (void)qualifiers;
  return unsupported(h, "fmi3GetIntervalDecimal");
}

EXPORT Status fmi3GetIntervalFraction(Handle h, const Reference references[], size_t count, uint64_t counters[],
                                      uint64_t resolutions[], Qualifier qualifiers[]) {
  (void)references, (void)count, (void)counters, (void)resolutions, (void)qualifiers;
  return unsupported(h, "fmi3GetIntervalFraction");
}

EXPORT Status fmi3GetShiftDecimal(Handle h, const Reference references[], size_t count, double shifts[]) {
  (void)references, (void)count, (void)shifts;
  return unsupported(h, "fmi3GetShiftDecimal");
}

EXPORT Status fmi3GetShiftFraction(Handle h, const Reference references[], size_t count, uint64_t counters[],
                                   uint64_t resolutions[]) {
  (void)references, (void)count, (void)counters, (void)resolutions;
  return unsupported(h, "fmi3GetShiftFraction");
}

EXPORT Status fmi3SetIntervalDecimal(Handle h, const Reference references[], size_t count, const double intervals[]) {
  (void)references, (void)count, (void)intervals;
  return unsupported(h, "fmi3SetIntervalDecimal");
}

EXPORT Status fmi3SetIntervalFraction(Handle h, const Reference references[], size_t count, const uint64_t counters[],
                                      const uint64_t resolutions[]) {
  (void)references, (void)count, (void)counters, (void)resolutions;
  return unsupported(h, "fmi3SetIntervalFraction");
}

EXPORT Status fmi3SetShiftDecimal(Handle h, const Reference references[], size_t count, const double shifts[]) {
  (void)references, (void)count, (void)shifts;
  return unsupported(h, "fmi3SetShiftDecimal");
}

EXPORT Status fmi3SetShiftFraction(Handle h, const Reference references[], size_t count, const uint64_t counters[],
                                   const uint64_t resolutions[]) {
  (void)references, (void)count, (void)counters, (void)resolutions;
  return unsupported(h, "fmi3SetShiftFraction");
}

EXPORT Status fmi3CompletedIntegratorStep(Handle h, bool no_set_state, bool *enter_event_mode, bool *terminate) {
  (void)no_set_state, (void)enter_event_mode, (void)terminate;
  return unsupported(h, "fmi3CompletedIntegratorStep");
}

EXPORT Status fmi3SetTime(Handle h, double time) {
  (void)time;
  return unsupported(h, "fmi3SetTime");
}

EXPORT Status fmi3SetContinuousStates(Handle h, const double states[], size_t count) {
  (void)states, (void)count;
  return unsupported(h, "fmi3SetContinuousStates");
}

EXPORT Status fmi3GetContinuousStateDerivatives(Handle h, double derivatives[], size_t count) {
  (void)derivatives, (void)count;
  return unsupported(h, "fmi3GetContinuousStateDerivatives");
}

EXPORT Status fmi3GetEventIndicators(Handle h, double indicators[], size_t count) {
  (void)indicators, (void)count;
  return unsupported(h, "fmi3GetEventIndicators");
}

EXPORT Status fmi3GetContinuousStates(Handle h, double states[], size_t count) {
  (void)states, (void)count;
  return unsupported(h, "fmi3GetContinuousStates");
}

EXPORT Status fmi3GetNominalsOfContinuousStates(Handle h, double nominals[], size_t count) {
  (void)nominals, (void)count;
  return unsupported(h, "fmi3GetNominalsOfContinuousStates");
}

EXPORT Status fmi3GetNumberOfEventIndicators(Handle h, size_t *count) {
  (void)count;
  return unsupported(h, "fmi3GetNumberOfEventIndicators");
}

EXPORT Status fmi3GetNumberOfContinuousStates(Handle h, size_t *count) {
  (void)count;
  return unsupported(h, "fmi3GetNumberOfContinuousStates");
}

EXPORT Status fmi3ActivateModelPartition(Handle h, Reference clock, double time) {
  (void)clock, (void)time;
  return unsupported(h, "fmi3ActivateModelPartition");
}
