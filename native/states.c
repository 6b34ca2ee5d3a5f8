/* States that an importer saves, restores and serialises. The host holds them; here is their number. */
#include "instance.h"
#include "messages.h"

#include <stdlib.h>
#include <string.h>

/* Start of a serialised state, before the bytes of the host. */
typedef struct {
  double time;
  double start_time;
  uint32_t mode;
  uint32_t reserved;
} StateHead;

static Status add_state(Instance *instance, const Answer *answer, SavedState **state) {
  SavedState *added = answer->length == sizeof(uint32_t) ? calloc(1, sizeof *added) : NULL;
  if (!added) return instance_log(instance, STATUS_ERROR, "the host process did not save the state");
  memcpy(&added->id, answer->bytes, sizeof(uint32_t));
  added->mode = instance->mode;
  added->time = instance->time;
  added->start_time = instance->start_time;
  added->next = instance->states;
  instance->states = added;
  *state = added;
  return STATUS_OK;
}

static int is_own(Instance *instance, const SavedState *state) {
  for (SavedState *own = instance->states; own; own = own->next)
    if (own == state) return 1;
  instance_log(instance, STATUS_ERROR, "the state is not one of this instance");
  return 0;
}

Status instance_save(Instance *instance, SavedState **state) {
  Answer answer;
  Status status;
  if (*state) {
    status = instance_free_state(instance, state);
    if (status != STATUS_OK) return status;
  }
  /* the host builds the model at the first exchange */
  if (instance->mode == INITIALIZING && instance->is_changed) {
    double value;
    if (instance->count > 1 + instance->settable_count) {
      status = instance_get(instance, "GetFMUState", instance->settable_count + 1,
                            instance->kinds[instance->settable_count + 1] & KIND_MASK, &value);
      if (status != STATUS_OK) return status;
    }
  }
  status = request(instance, OPERATION_SAVE, NULL, 0, instance->values + 1, instance->settable_count * sizeof(double), &answer);
  if (status == STATUS_OK) status = add_state(instance, &answer, state);
  free(answer.bytes);
  return status;
}

Status instance_restore(Instance *instance, SavedState *state) {
  Answer answer;
  Status status;
  if (!is_own(instance, state)) return STATUS_ERROR;
  status = request(instance, OPERATION_LOAD, &state->id, sizeof state->id, NULL, 0, &answer);
  if (status != STATUS_OK) return status;
  if (answer.length == (instance->count - 1) * sizeof(double)) {
    memcpy(instance->values + 1, answer.bytes, answer.length);
    instance->mode = state->mode;
    instance->time = state->time;
    instance->start_time = state->start_time;
    instance->is_changed = state->mode == INITIALIZING;
  } else {
    status = instance_log(instance, STATUS_ERROR, "the host process did not restore the state");
  }
  free(answer.bytes);
  return status;
}

Status instance_free_state(Instance *instance, SavedState **state) {
  Answer answer = {NULL, 0};
  SavedState *freed = *state;
  if (!freed) return STATUS_OK;
  if (!is_own(instance, freed)) return STATUS_ERROR;
  for (SavedState **link = &instance->states; *link; link = &(*link)->next) {
    if (*link != freed) continue;
    *link = freed->next;
    break;
  }
  *state = NULL;
  if (instance->mode != FAILED) request(instance, OPERATION_FREE, &freed->id, sizeof freed->id, NULL, 0, &answer);
  free(answer.bytes);
  free(freed->bytes);
  free(freed);
  return STATUS_OK;
}

Status instance_serialized_size(Instance *instance, SavedState *state, size_t *size) {
  StateHead head;
  Answer answer;
  Status status;
  if (!is_own(instance, state)) return STATUS_ERROR;
  if (!state->bytes) {
    status = request(instance, OPERATION_ENCODE, &state->id, sizeof state->id, NULL, 0, &answer);
    if (status != STATUS_OK) return status;
    state->bytes = malloc(sizeof head + answer.length);
    if (!state->bytes) {
      free(answer.bytes);
      return instance_log(instance, STATUS_ERROR, "not enough memory for a state of %u bytes", answer.length);
    }
    head.time = state->time;
    head.start_time = state->start_time;
    head.mode = (uint32_t)state->mode;
    head.reserved = 0;
    memcpy(state->bytes, &head, sizeof head);
    memcpy(state->bytes + sizeof head, answer.bytes, answer.length);
    state->size = sizeof head + answer.length;
    free(answer.bytes);
  }
  *size = state->size;
  return STATUS_OK;
}

Status instance_serialize(Instance *instance, SavedState *state, void *bytes, size_t size) {
  size_t needed;
  Status status = instance_serialized_size(instance, state, &needed);
  if (status != STATUS_OK) return status;
  if (size < needed)
    return instance_log(instance, STATUS_ERROR, "the serialised state has %zu bytes, the memory for it %zu", needed, size);
  memcpy(bytes, state->bytes, needed);
  return STATUS_OK;
}

Status instance_deserialize(Instance *instance, const void *bytes, size_t size, SavedState **state) {
  StateHead head;
  Answer answer;
  Status status;
  if (*state) {
    status = instance_free_state(instance, state);
    if (status != STATUS_OK) return status;
  }
  if (size < sizeof head) return instance_log(instance, STATUS_ERROR, "the bytes are no serialised state");
  memcpy(&head, bytes, sizeof head);
  if (head.mode > TERMINATED) return instance_log(instance, STATUS_ERROR, "the bytes are no serialised state");
  status = request(instance, OPERATION_DECODE, NULL, 0, (const char *)bytes + sizeof head, size - sizeof head, &answer);
  if (status == STATUS_OK) status = add_state(instance, &answer, state);
  free(answer.bytes);
  if (status != STATUS_OK) return status;
  (*state)->mode = (Mode)head.mode;
  (*state)->time = head.time;
  (*state)->start_time = head.start_time;
  return STATUS_OK;
}
