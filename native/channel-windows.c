/*
 * The host process on Windows: named pipes for the messages, with waits that end when the host does, and a job that ends the host with
 * this process.
 */
#ifndef _WIN32
typedef int only_for_windows;
#else
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602
#endif
#include "channel.h"

#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

/* Time for the host to exit after the end of its input [ms]. */
#define EXIT_WAIT 2000
#define PATH_SIZE 4096
#define BUFFER_SIZE 65536

struct Channel {
  HANDLE process;
  HANDLE job;
  HANDLE input;  /* to the host */
  HANDLE output; /* from the host */
  HANDLE errors;
  HANDLE ready; /* event of the transfer in progress */
};

static void report(char *error, const char *what) {
  snprintf(error, ERROR_SIZE, "%s: error %lu of Windows", what, (unsigned long)GetLastError());
}

static void drop(HANDLE *handle) {
  if (*handle && *handle != INVALID_HANDLE_VALUE) CloseHandle(*handle);
  *handle = NULL;
}

/* A pipe whose end in this process has waits with a limit; anonymous pipes have none. */
static int open_pipe(HANDLE *own, HANDLE *other, DWORD direction, const char *name) {
  static LONG count;
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  char path[128];
  DWORD access = direction == PIPE_ACCESS_OUTBOUND ? GENERIC_READ : GENERIC_WRITE;
  snprintf(path, sizeof path, "\\\\.\\pipe\\appulse-%lu-%p-%ld-%s", (unsigned long)GetCurrentProcessId(), (void *)&count,
           (long)InterlockedIncrement(&count), name);
  *own = CreateNamedPipeA(path, direction | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                          PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, BUFFER_SIZE, BUFFER_SIZE, 0, NULL);
  if (*own == INVALID_HANDLE_VALUE) return -1;
  *other = CreateFileA(path, access, 0, &inherited, OPEN_EXISTING, 0, NULL);
  return *other == INVALID_HANDLE_VALUE ? -1 : 0;
}

static int is_file(const wchar_t *path) {
  DWORD attributes = GetFileAttributesW(path);
  return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

/* Path of Node: APPULSE_NODE, then the folders of PATH. */
static int find_node(wchar_t *path, char *error) {
  DWORD length = GetEnvironmentVariableW(L"APPULSE_NODE", path, PATH_SIZE);
  if (length > 0 && length < PATH_SIZE) {
    if (is_file(path)) return 0;
    snprintf(error, ERROR_SIZE, "APPULSE_NODE is '%ls', which is not a program", path);
    return -1;
  }
  length = SearchPathW(NULL, L"node.exe", NULL, PATH_SIZE, path, NULL);
  if (length > 0 && length < PATH_SIZE) return 0;
  snprintf(error, ERROR_SIZE,
           "Node was not found: this FMU needs Node 20.19 or newer; install it, so that PATH has node.exe, or set APPULSE_NODE "
           "to the path of the program");
  return -1;
}

/* Starts the program with these three streams and no other handle of this process. */
static int start(Channel *channel, wchar_t *command, HANDLE streams[3]) {
  STARTUPINFOEXW info;
  PROCESS_INFORMATION made;
  SIZE_T size = 0;
  BOOL done = FALSE;
  ZeroMemory(&info, sizeof info);
  info.StartupInfo.cb = sizeof info;
  info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  info.StartupInfo.hStdInput = streams[0];
  info.StartupInfo.hStdOutput = streams[1];
  info.StartupInfo.hStdError = streams[2];
  InitializeProcThreadAttributeList(NULL, 1, 0, &size);
  info.lpAttributeList = malloc(size);
  if (!info.lpAttributeList || !InitializeProcThreadAttributeList(info.lpAttributeList, 1, 0, &size)) {
    free(info.lpAttributeList);
    return -1;
  }
  if (UpdateProcThreadAttribute(info.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, streams, 3 * sizeof(HANDLE), NULL,
                                NULL))
    done = CreateProcessW(NULL, command, NULL, NULL, TRUE,
                          CREATE_NO_WINDOW | CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT, NULL, NULL, &info.StartupInfo,
                          &made);
  DeleteProcThreadAttributeList(info.lpAttributeList);
  free(info.lpAttributeList);
  if (!done) return -1;
  channel->process = made.hProcess;
  /* suspended until it is in the job, so that there is no time in which it would outlive this process */
  if (channel->job) AssignProcessToJobObject(channel->job, made.hProcess);
  ResumeThread(made.hThread);
  CloseHandle(made.hThread);
  return 0;
}

static HANDLE open_job(void) {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits;
  HANDLE job = CreateJobObjectW(NULL, NULL);
  ZeroMemory(&limits, sizeof limits);
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (job) SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

Channel *channel_open(const char *resources, char *error) {
  wchar_t node[PATH_SIZE], folder[PATH_SIZE], script[PATH_SIZE], command[3 * PATH_SIZE];
  HANDLE streams[3] = {NULL, NULL, NULL};
  Channel *channel;
  int result = -1;
  if (MultiByteToWideChar(CP_UTF8, 0, resources, -1, folder, PATH_SIZE - 16) == 0) folder[0] = 0;
  _snwprintf(script, PATH_SIZE, L"%ls\\host.mjs", folder);
  if (!is_file(script)) {
    snprintf(error, ERROR_SIZE, "the folder of the resources '%s' has no host.mjs", resources);
    return NULL;
  }
  if (find_node(node, error) != 0) return NULL;
  channel = calloc(1, sizeof *channel);
  if (!channel) return NULL;
  channel->job = open_job();
  channel->ready = CreateEventW(NULL, TRUE, FALSE, NULL);
  _snwprintf(command, 3 * PATH_SIZE, L"\"%ls\" \"%ls\"", node, script);
  if (open_pipe(&channel->input, &streams[0], PIPE_ACCESS_OUTBOUND, "in") != 0 ||
      open_pipe(&channel->output, &streams[1], PIPE_ACCESS_INBOUND, "out") != 0 ||
      open_pipe(&channel->errors, &streams[2], PIPE_ACCESS_INBOUND, "err") != 0)
    report(error, "cannot open streams to the host");
  else if (start(channel, command, streams) != 0)
    report(error, "cannot start Node");
  else
    result = 0;
  for (int i = 0; i < 3; i++) drop(&streams[i]);
  if (result == 0) return channel;
  channel_close(channel);
  return NULL;
}

/* Waits for a transfer, at most `timeout` [ms]. Returns the number of bytes, -1 at the end of the stream, -2 after the timeout. */
static long finish(Channel *channel, HANDLE stream, OVERLAPPED *transfer, BOOL done, DWORD timeout) {
  HANDLE waits[2] = {channel->ready, channel->process};
  DWORD count = 0;
  if (!done && GetLastError() != ERROR_IO_PENDING) return -1;
  if (!done) {
    DWORD woken = WaitForMultipleObjects(2, waits, FALSE, timeout);
    if (woken != WAIT_OBJECT_0) CancelIo(stream);
    if (woken == WAIT_TIMEOUT) {
      GetOverlappedResult(stream, transfer, &count, TRUE);
      return -2;
    }
  }
  if (!GetOverlappedResult(stream, transfer, &count, TRUE)) return -1;
  return (long)count;
}

int channel_write(Channel *channel, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    OVERLAPPED transfer;
    BOOL done;
    long sent;
    ZeroMemory(&transfer, sizeof transfer);
    transfer.hEvent = channel->ready;
    done = WriteFile(channel->input, at, (DWORD)(length < BUFFER_SIZE ? length : BUFFER_SIZE), NULL, &transfer);
    sent = finish(channel, channel->input, &transfer, done, INFINITE);
    if (sent <= 0) return -1;
    at += sent;
    length -= (size_t)sent;
  }
  return 0;
}

int channel_read(Channel *channel, void *bytes, size_t length, double timeout) {
  char *at = bytes;
  while (length > 0) {
    OVERLAPPED transfer;
    BOOL done;
    long got;
    ZeroMemory(&transfer, sizeof transfer);
    transfer.hEvent = channel->ready;
    done = ReadFile(channel->output, at, (DWORD)(length < BUFFER_SIZE ? length : BUFFER_SIZE), NULL, &transfer);
    got = finish(channel, channel->output, &transfer, done, timeout > 0 && timeout < 1e6 ? (DWORD)(timeout * 1000) : INFINITE);
    if (got == -2) return -2;
    if (got <= 0) return -1;
    at += got;
    length -= (size_t)got;
  }
  return 0;
}

void channel_errors(Channel *channel, char *text, size_t size) {
  DWORD waiting = 0;
  long got = 0;
  WaitForSingleObject(channel->process, 200);
  if (PeekNamedPipe(channel->errors, NULL, 0, NULL, &waiting, NULL) && waiting > 0) {
    OVERLAPPED transfer;
    BOOL done;
    ZeroMemory(&transfer, sizeof transfer);
    transfer.hEvent = channel->ready;
    done = ReadFile(channel->errors, text, (DWORD)(waiting < size - 1 ? waiting : size - 1), NULL, &transfer);
    got = finish(channel, channel->errors, &transfer, done, 200);
  }
  text[got > 0 ? got : 0] = 0;
}

void channel_close(Channel *channel) {
  if (!channel) return;
  drop(&channel->input);
  if (channel->process && WaitForSingleObject(channel->process, EXIT_WAIT) != WAIT_OBJECT_0) {
    TerminateProcess(channel->process, 1);
    WaitForSingleObject(channel->process, EXIT_WAIT);
  }
  drop(&channel->output);
  drop(&channel->errors);
  drop(&channel->ready);
  drop(&channel->process);
  drop(&channel->job);
  free(channel);
}
#endif
