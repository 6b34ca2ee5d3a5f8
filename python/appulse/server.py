"""The query server: a process that answers messages of JSON and raw arrays."""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import math
import os
import select
import shlex
import shutil
import struct
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union, cast

import numpy as np
from numpy.typing import NDArray

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

from .errors import AppulseError
from .shapes import Shape

Array = NDArray[Any]
Answer = Tuple[Dict[str, Any], Dict[str, Array]]

PROTOCOL = 1
_MAGIC = b"APL1"
_PIPE_BYTES = 1 << 20
_READ_BYTES = 4096
"""Of the first read of an answer: those of single queries are shorter."""
_AWAKE_SECONDS = 1e-4
"""Time to wait for an answer without sleeping: to wake up takes longer than a single query."""
_HEADER = struct.Struct("<4sIII")
_TYPES: Dict[str, "np.dtype[Any]"] = {"f64": np.dtype("<f8"), "i32": np.dtype("<i4")}


def server_command() -> List[str]:
    """The command line of Appulse: ``APPULSE_COMMAND``, ``appulse`` on the path, or the build of this checkout."""
    given = os.environ.get("APPULSE_COMMAND")
    if given:
        return shlex.split(given)
    installed = shutil.which("appulse")
    if installed:
        return [installed]
    built = Path(__file__).resolve().parents[2] / "dist" / "lib" / "main.js"
    node = shutil.which("node")
    if built.exists() and node:
        return [node, str(built)]
    raise AppulseError(
        "the command appulse was not found: install it with 'npm install -g appulse', or set APPULSE_COMMAND"
    )


def _enlarge(pipe: int) -> None:
    """A larger pipe, where the system allows it: fewer switches between the processes."""
    if fcntl is not None and hasattr(fcntl, "F_SETPIPE_SZ"):
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


@dataclass(frozen=True)
class Batch:
    """The table that answers a batch: the place of each column, and the texts of its status."""

    columns: Dict[str, Union[int, slice]]
    statuses: Array

    @staticmethod
    def of(described: Mapping[str, Any]) -> "Batch":
        columns: Dict[str, Union[int, slice]] = {}
        first = 0
        for name, width in described["columns"].items():
            columns[name] = first if width == 1 else slice(first, first + width)
            first += width
        return Batch(columns, np.array(described["statuses"]))


class Server:
    """A server process with definitions of its own. Use it as a context manager, or call ``close``.

    The functions of this package use ``default_server()`` unless a server is given. ``files`` is the folder of the files that shapes,
    meshes and scenes may name, by default the current one; files outside of it are rejected.
    """

    def __init__(
        self,
        command: Optional[Sequence[str]] = None,
        threads: int = 1,
        files: Union[str, "os.PathLike[str]", None] = None,
    ) -> None:
        self._lock = threading.RLock()
        self._count = 0
        self._names: Dict[str, str] = {}
        self._last_sent: Tuple[Any, bytes] = (None, b"")
        self._last_read: Tuple[bytes, Dict[str, Any]] = (b"", {})
        self.files = Path(files if files is not None else ".").resolve()
        program = [*(command if command is not None else server_command()), "serve", "--files", str(self.files)]
        if threads > 1:
            program += ["--threads", str(threads)]
        self._process = subprocess.Popen(program, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        # without buffers: one call for each message
        self._input = cast(io.FileIO, self._process.stdin)
        self._output = cast(io.FileIO, self._process.stdout)
        for stream in (self._input, self._output):
            _enlarge(stream.fileno())
        self._poll: Optional[Any] = None
        # with one core the server could not run meanwhile; Windows cannot poll pipes
        if hasattr(select, "poll") and (os.cpu_count() or 1) > 1:
            self._poll = select.poll()
            self._poll.register(self._output.fileno(), select.POLLIN)
        try:
            fields, _ = self.ask({"op": "hello", "protocol": PROTOCOL})
        except BaseException:
            self.close()
            raise
        self.version: str = fields["version"]
        self.batches = {op: Batch.of(described) for op, described in fields["batches"].items()}

    def ask(self, fields: Mapping[str, Any], arrays: Optional[Mapping[str, Array]] = None) -> Answer:
        """Sends a message and returns the fields and arrays of its answer. Raises an ``AppulseError`` for an error."""
        with self._lock:
            self._count = number = (self._count + 1) & 0xFFFFFFFF
            self._write(number, fields, arrays or {})
            answered, answer, found = self._read()
        if answered != number:
            raise AppulseError(f"the answer has the number {answered}, expected {number}")
        error = answer.get("error")
        if error is not None:
            raise AppulseError(error["message"], error.get("path"), error.get("expected"))
        return answer, found

    def define(self, shape: Shape) -> str:
        """The name of a shape on the server; it is sent once."""
        with self._lock:
            name = self._names.get(shape.key)
            if name is None:
                name = f"shape {len(self._names)}"
                self.ask({"op": "define", "name": name, "shape": self._placed(shape.document), "world": shape.world})
                self._names[shape.key] = name
        return name

    def path_of(self, file: Union[str, "os.PathLike[str]"]) -> str:
        """The path of a file as the server names it: from its folder, with ``/``. A path outside of the folder is returned as it is."""
        path = Path(os.fspath(file))
        if not path.is_absolute():
            return path.as_posix()
        try:
            return path.resolve().relative_to(self.files).as_posix()
        except ValueError:
            return path.as_posix()

    def _placed(self, document: Mapping[str, Any]) -> Mapping[str, Any]:
        if document.get("kind") not in ("mesh", "cad") or not isinstance(document.get("file"), str):
            return document
        return {**document, "file": self.path_of(document["file"])}

    def _write(self, number: int, fields: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        described = []
        parts: List[Any] = [b""]
        length = 0
        for name, values in arrays.items():
            kind = "i32" if values.dtype.kind in "iub" else "f64"
            raw = np.ascontiguousarray(values, dtype=_TYPES[kind])
            described.append((name, kind, raw.shape))
            parts.append(raw)
            length += raw.nbytes
            if raw.nbytes % 8:
                parts.append(bytes(-raw.nbytes % 8))
                length += -raw.nbytes % 8
        text = self._text(fields, tuple(described))
        parts[0] = _HEADER.pack(_MAGIC, len(text), length, number) + text
        try:
            self._send(parts, len(parts[0]) + length)
        except (BrokenPipeError, ValueError) as error:
            raise AppulseError("the server has ended") from error

    def _send(self, parts: List[Any], length: int) -> None:
        """Writes all parts; in one call, without a copy, where the system has one for that."""
        if length <= _READ_BYTES or not hasattr(os, "writev"):
            rest = memoryview(b"".join(parts))
        else:
            written = os.writev(self._input.fileno(), parts)
            if written == length:
                return
            # a signal was handled meanwhile
            rest = memoryview(b"".join(parts))[written:]
        while rest:
            rest = rest[self._input.write(rest) :]

    def _text(self, fields: Mapping[str, Any], described: Tuple[Tuple[str, str, Tuple[int, ...]], ...]) -> bytes:
        """The JSON text of a message. Messages in a loop often differ in their arrays alone: the last text is kept."""
        key = (repr(fields), described)
        if key == self._last_sent[0]:
            return self._last_sent[1]
        arrays = [{"name": name, "type": kind, "dimensions": shape} for name, kind, shape in described]
        text = json.dumps({**fields, "arrays": arrays}, allow_nan=False).encode()
        text += b" " * (-len(text) % 8)
        self._last_sent = (key, text)
        return text

    def _read(self) -> Tuple[int, Dict[str, Any], Dict[str, Array]]:
        self._wait_awake()
        head = self._take(_HEADER.size)
        magic, text_length, data_length, number = _HEADER.unpack_from(head)
        if magic != _MAGIC:
            raise AppulseError("the answer of the server is no frame")
        end = _HEADER.size + text_length
        if len(head) < end:
            head += self._take(end - len(head))
        # the arrays have memory of their own, into which the rest is read
        body = np.empty(data_length, np.uint8)
        got = len(head) - end
        if got:
            body[:got] = np.frombuffer(head, np.uint8, got, end)
        if got < data_length:
            self._fill(body.data[got:])
        text = head[_HEADER.size : end]
        if text != self._last_read[0]:
            self._last_read = (text, json.loads(text))
        fields = dict(self._last_read[1])
        arrays: Dict[str, Array] = {}
        at = 0
        for described in fields.pop("arrays", []):
            kind = _TYPES[described["type"]]
            shape = described["dimensions"]
            count = math.prod(shape)
            end = at + count * kind.itemsize
            arrays[described["name"]] = body[at:end].view(kind).reshape(shape)
            at = -(-end // 8) * 8
        return number, fields, arrays

    def _wait_awake(self) -> None:
        """Returns as soon as there is an answer, or after a short time."""
        if self._poll is None:
            return
        end = time.perf_counter() + _AWAKE_SECONDS
        while not self._poll.poll(0) and time.perf_counter() < end:
            pass

    def _take(self, length: int) -> bytes:
        """At least this many bytes, and those that have come with them: answers come one at a time."""
        data = self._output.read(_READ_BYTES)
        while data and len(data) < length:
            more = self._output.read(_READ_BYTES)
            data = data + more if more else b""
        return data or self._ended()

    def _fill(self, view: memoryview) -> None:
        while view:
            view = view[self._output.readinto(view) or self._ended() :]

    def _ended(self) -> Any:
        raise AppulseError(f"the server has ended, with exit code {self._process.wait()}")

    def close(self) -> None:
        """Ends the server."""
        for stream in (self._input, self._output):
            try:
                stream.close()
            except BrokenPipeError:
                pass
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_default: Optional[Server] = None
_default_lock = threading.Lock()


def default_server(files: Union[str, "os.PathLike[str]", None] = None) -> Server:
    """The server of this process, started when it is first needed.

    ``files`` is the folder of the files that it may read, by default the current one. It cannot be changed later.
    """
    global _default
    with _default_lock:
        if _default is None:
            _default = Server(files=files)
            atexit.register(_default.close)
        elif files is not None and Path(files).resolve() != _default.files:
            raise AppulseError(f"the server of this process was started with the folder {_default.files}")
        return _default
