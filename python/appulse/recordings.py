"""Tables of recordings, as pandas DataFrames or NumPy arrays."""

from __future__ import annotations

import csv
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Dict, Sequence, Union

import numpy as np

from .errors import AppulseError
from .server import server_command


def read_recording(folder: Union[str, Path]) -> Dict[str, Any]:
    """The tables of a recording by name: DataFrames where pandas is installed, else dictionaries of columns."""
    with tempfile.TemporaryDirectory() as temporary:
        output = Path(temporary) / "tables"
        done = subprocess.run(
            [*server_command(), "export", str(folder), "--to", "csv", "-o", str(output)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise AppulseError(done.stderr.strip() or f"the export of {folder} failed")
        return {path.stem: _read_table(path) for path in sorted(output.glob("*.csv"))}


def _read_table(path: Path) -> Any:
    try:
        import pandas
    except ImportError:
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        return {name: _column([row[i] for row in rows[1:]]) for i, name in enumerate(rows[0])}
    return pandas.read_csv(path)


def _column(values: Sequence[str]) -> Any:
    try:
        return np.array([float(value) if value != "" else np.nan for value in values])
    except ValueError:
        return np.array(values)
