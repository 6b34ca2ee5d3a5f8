"""First contacts of deforming meshes, decided exactly."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any, Dict, Optional

import numpy as np
from numpy.typing import ArrayLike

from .pairs import _vectors
from .server import Array, Server, default_server

_numbers = itertools.count()


@dataclass(frozen=True, eq=False)
class MeshContacts:
    """Contacts that begin within a step, sorted by time; arrays of n."""

    kind: Array
    """Texts: node-triangle, node-quad, edge-edge."""
    time: Array
    """[s] from the start of the step."""
    nodes: Array
    """n x 5: the node and the corners of the face, or the ends of both edges; -1 where there are four."""
    face: Array
    weights: Array
    point: Array
    normal: Array
    gap_rate: Array
    node_face_pairs: int
    edge_pairs: int

    def __len__(self) -> int:
        return len(self.time)


class MeshCheck:
    """A mesh whose elements are sent once; ``step`` checks one step after the other.

    ``slaves`` and ``masters`` are node indices, ``bodies`` is the body of each node: elements of one body form no pairs.
    """

    def __init__(
        self,
        positions: ArrayLike,
        triangles: Optional[ArrayLike] = None,
        quads: Optional[ArrayLike] = None,
        *,
        edges: bool = True,
        slaves: Optional[ArrayLike] = None,
        masters: Optional[ArrayLike] = None,
        bodies: Optional[ArrayLike] = None,
        server: Optional[Server] = None,
    ) -> None:
        self._server = server or default_server()
        self._name = f"mesh {next(_numbers)}"
        arrays: Dict[str, Array] = {"positions": _vectors("positions", positions)}
        given = {"triangles": triangles, "quads": quads, "slaves": slaves, "masters": masters, "bodies": bodies}
        for name, values in given.items():
            if values is not None:
                arrays[name] = np.asarray(values, dtype=np.int32)
        self._server.ask({"op": "mesh-open", "name": self._name, "edges": edges}, arrays)

    def step(
        self,
        positions: ArrayLike,
        *,
        ends: Optional[ArrayLike] = None,
        velocities: Optional[ArrayLike] = None,
        duration: Optional[float] = None,
    ) -> MeshContacts:
        """First contacts while the nodes move to ``ends``, or with ``velocities`` for ``duration`` [s]."""
        arrays = {"positions": _vectors("positions", positions)}
        if ends is not None:
            arrays["ends"] = _vectors("ends", ends)
        if velocities is not None:
            arrays["velocities"] = _vectors("velocities", velocities)
        fields: Dict[str, Any] = {"op": "mesh-step", "mesh": self._name}
        if duration is not None:
            fields["duration"] = float(duration)
        answer, found = self._server.ask(fields, arrays)
        return MeshContacts(
            np.array(answer["kinds"])[found["kind"]],
            found["time"],
            found["nodes"],
            found["face"],
            found["weights"],
            found["point"],
            found["normal"],
            found["gapRate"],
            answer["nodeFacePairs"],
            answer["edgePairs"],
        )

    def close(self) -> None:
        """Frees the mesh on the server."""
        self._server.ask({"op": "mesh-close", "mesh": self._name})


def check_mesh(
    positions: ArrayLike,
    triangles: ArrayLike,
    *,
    ends: Optional[ArrayLike] = None,
    velocities: Optional[ArrayLike] = None,
    duration: Optional[float] = None,
    server: Optional[Server] = None,
) -> MeshContacts:
    """First contacts of a triangle mesh within one step. For many steps of one mesh use ``MeshCheck``."""
    check = MeshCheck(positions, triangles, server=server)
    try:
        return check.step(positions, ends=ends, velocities=velocities, duration=duration)
    finally:
        check.close()
