"""Worlds of scenes, advanced step by step."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from .server import Answer, Array, Server, default_server

_numbers = itertools.count()


@dataclass(frozen=True, eq=False)
class WorldState:
    """States of all bodies, in the order of the scene."""

    time: float
    position: Array
    """n x 3 [m]"""
    orientation: Array
    """n x 4, quaternions [w, x, y, z]"""
    velocity: Array
    angular_velocity: Array


class World:
    """The world of a scene: a dictionary with the keys of the scene format, or the path of a file.

    Mesh and CAD files that the scene names are relative to the folder of its file (of a dictionary: to the folder of the server), and must
    be in the folder of the server.
    """

    def __init__(self, scene: Union[Mapping[str, Any], str, Path], *, server: Optional[Server] = None) -> None:
        self._server = server or default_server()
        self._name = f"world {next(_numbers)}"
        fields: Dict[str, Any] = {"op": "world-open", "name": self._name}
        if isinstance(scene, Mapping):
            fields["scene"] = dict(scene)
        else:
            # as it is, with its comments and the lines that errors name
            fields["scene"] = Path(scene).read_text(encoding="utf-8")
            if '"file"' in fields["scene"]:
                folder = self._server.path_of(Path(scene).resolve().parent)
                fields["folder"] = "" if folder == "." else folder
        answer = self._server.ask(fields)
        self.bodies: List[str] = answer[0]["bodies"]
        self.time_step: float = answer[0]["timeStep"]
        self._update(answer)

    def _update(self, answer: Answer) -> None:
        fields, arrays = answer
        self.time: float = fields["time"]
        self.step_count: int = fields["stepCount"]
        self.finished: bool = fields["finished"]
        self.state = WorldState(
            fields["time"],
            arrays["position"],
            arrays["orientation"],
            arrays["velocity"],
            arrays["angularVelocity"],
        )

    def step(self, steps: int = 1) -> WorldState:
        """Advances by some steps, or to the end of the scene."""
        self._update(self._server.ask({"op": "world-step", "world": self._name, "steps": steps}))
        return self.state

    def apply_force(
        self, body: Union[str, int], force: ArrayLike = (0, 0, 0), torque: ArrayLike = (0, 0, 0)
    ) -> None:
        """A force [N] at the centre of mass and a torque [N m], during the next step."""
        vectors = {key: np.asarray(v, dtype=float).tolist() for key, v in (("force", force), ("torque", torque))}
        self._server.ask({"op": "world-apply", "world": self._name, "body": body, **vectors})

    def ledger(self) -> Dict[str, Any]:
        """Energy, momentum and balance errors so far."""
        fields, _ = self._server.ask({"op": "world-ledger", "world": self._name})
        return {key: fields[key] for key in ("time", "ledger", "balance")}

    def snapshot(self) -> int:
        """The number of a snapshot, for ``restore``."""
        fields, _ = self._server.ask({"op": "world-snapshot", "world": self._name})
        return int(fields["snapshot"])

    def restore(self, snapshot: int) -> WorldState:
        """Continues from a snapshot of this world, with the same bits."""
        self._update(self._server.ask({"op": "world-restore", "world": self._name, "snapshot": snapshot}))
        return self.state

    def close(self) -> None:
        """Frees the world on the server."""
        self._server.ask({"op": "world-close", "world": self._name})
