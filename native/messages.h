/*
 * Messages between the library and the host, little-endian. A request is its length in bytes (32 bits), its operation (32 bits) and its
 * content; an answer its length, its status (0: done, 1: the content is an error text) and its content. The host begins with
 * an answer that describes the model. The same numbers are in src/fmu/messages.ts.
 */
#ifndef APPULSE_MESSAGES_H
#define APPULSE_MESSAGES_H

#include "instance.h"

#define PROTOCOL_VERSION 1

enum {
  OPERATION_START = 1,  /* start time and settable values; answer: outputs */
  OPERATION_STEP = 2,   /* time, step and settable values; answer: outputs */
  OPERATION_SAVE = 3,   /* settable values; answer: number of the state */
  OPERATION_LOAD = 4,   /* number; answer: all values except the time */
  OPERATION_FREE = 5,   /* number */
  OPERATION_ENCODE = 6, /* number; answer: bytes */
  OPERATION_DECODE = 7  /* bytes; answer: number */
};

/* Content of an answer; to be freed. */
typedef struct {
  unsigned char *bytes;
  uint32_t length;
} Answer;

/* Reads one answer. Errors of the host and of the streams are logged. */
Status receive(Instance *instance, Answer *answer, double timeout);

/* Sends a request of a head and a tail, and reads the answer. */
Status request(Instance *instance, uint32_t operation, const void *head, size_t head_length, const void *tail,
               size_t tail_length, Answer *answer);

#endif
