"""Tables of recordings, as pandas DataFrames or NumPy arrays."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import tempfile
import warnings
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from .errors import AppulseError
from .server import server_command


def run_scene(
    scene: Union[Mapping[str, Any], str, "os.PathLike[str]"],
    folder: Union[str, "os.PathLike[str]", None] = None,
    *,
    until: Optional[float] = None,
) -> Dict[str, Any]:
    """Runs a scene to its end, or ``until`` a time [s], and returns the tables of its recording, as ``read_recording`` does.

    The scene is a dictionary, the path of a file, or the name of an example. The recording is written to ``folder``, if it is given.
    """
    with tempfile.TemporaryDirectory() as temporary:
        source: Union[str, Path]
        if isinstance(scene, Mapping):
            source = Path(temporary) / "scene.scene.json"
            source.write_text(json.dumps(scene), encoding="utf-8")
        else:
            source = os.fspath(scene)
        output = Path(folder) if folder is not None else Path(temporary) / "recording"
        stop = [] if until is None else ["--until", str(float(until))]
        done = _run(["run", str(source), "-o", str(output), *stop])
        # 1: the run has ended, and a check of it failed
        if done.returncode != 0 and not (done.returncode == 1 and output.exists()):
            raise AppulseError(done.stderr.strip() or f"the run failed, with exit code {done.returncode}")
        if done.returncode == 1:
            warnings.warn(done.stderr.strip() or "a check of the run failed", stacklevel=2)
        return read_recording(output)


def read_recording(folder: Union[str, "os.PathLike[str]"]) -> Dict[str, Any]:
    """The tables of a recording by name: DataFrames where pandas is installed, else dictionaries of columns.

    A DataFrame has the units of its columns in ``attrs["units"]``; the table ``columns`` has the unit and the meaning of all of them.
    """
    with tempfile.TemporaryDirectory() as temporary:
        output = Path(temporary) / "tables"
        done = _run(["export", os.fspath(folder), "--to", "csv", "-o", str(output)])
        if done.returncode != 0:
            raise AppulseError(done.stderr.strip() or f"the export of {folder} failed")
        tables = {path.stem: _read_table(path) for path in sorted(output.glob("*.csv"))}
    columns = tables.get("columns")
    if columns is None:
        return tables
    for name, table in tables.items():
        if hasattr(table, "attrs"):
            own = [i for i, of in enumerate(columns["table"]) if of == name]
            units = {columns["column"][i]: columns["unit"][i] for i in own}
            table.attrs["units"] = {column: unit for column, unit in units.items() if isinstance(unit, str)}
    return tables


def _run(arguments: List[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*server_command(), *arguments], capture_output=True, text=True, check=False)


def _read_table(path: Path) -> Any:
    try:
        import pandas
    except ImportError:
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        return {name: _column([row[i] for row in rows[1:]]) for i, name in enumerate(rows[0])}
    # every double as it was written
    return pandas.read_csv(path, float_precision="round_trip")


def _column(values: Sequence[str]) -> Any:
    try:
        return np.array([float(value) if value != "" else np.nan for value in values])
    except ValueError:
        return np.array(values)
