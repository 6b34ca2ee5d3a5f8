/* The host process of one instance, and the two byte streams to and from it. */
#ifndef APPULSE_CHANNEL_H
#define APPULSE_CHANNEL_H

#include <stddef.h>

/* Maximum length of an error text, with the terminating zero. */
#define ERROR_SIZE 2048

typedef struct Channel Channel;

/* Starts Node with `host.mjs` of a folder. Returns NULL and writes the reason to `error` (ERROR_SIZE bytes) if that fails. */
Channel *channel_open(const char *resources, char *error);

/* Writes all bytes. Returns 0, or -1 when the host has ended. */
int channel_write(Channel *channel, const void *bytes, size_t length);

/* Reads exactly `length` bytes. Returns 0, -1 when the host has ended, -2 after `timeout` seconds without a byte (0: no limit). */
int channel_read(Channel *channel, void *bytes, size_t length, double timeout);

/* What the host has written to its standard error, at most `size` - 1 bytes, as text. */
void channel_errors(Channel *channel, char *text, size_t size);

/* Ends the host: it exits at the end of its input; one that does not is killed. */
void channel_close(Channel *channel);

#endif
