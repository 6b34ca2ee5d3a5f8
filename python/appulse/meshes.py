"""First contacts of deforming meshes, decided exactly."""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass
from typing import Any, Dict, Optional, Union

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
    """Index of the face, triangles first; -1 for edges."""
    weights: Array
    """n x 4: of the corners of the face, or of the ends of both edges."""
    point: Array
    """n x 3 [m]"""
    normal: Array
    """n x 3: of the face, or of both edges; zero where there is none."""
    gap_rate: Array
    """Rate of the distance along the normal [m/s]."""
    node_face_pairs: int
    """Pairs that the broad phase found."""
    edge_pairs: int

    def __len__(self) -> int:
        return len(self.time)


@dataclass(frozen=True, eq=False)
class MeshSeparations:
    """Pairs that come closer than their required distance within a step, sorted by time; arrays of n."""

    kind: Array
    """Texts: node-triangle, node-quad, edge-edge."""
    time: Array
    """When the distance is first the required one [s]: never late; 0 if it is less at the start."""
    nodes: Array
    """n x 5, as in ``MeshContacts``."""
    face: Array
    required: Array
    """The separation and half the thickness of both [m]."""
    start_distance: Array
    """[m]"""
    certain: Array
    """False where the search for the time reached its limit: the pair may come no closer."""
    initial: int
    """Number of pairs that are too close at the start."""
    node_face_pairs: int
    edge_pairs: int

    def __len__(self) -> int:
        return len(self.time)


File = Union[str, "os.PathLike[str]"]


class MeshCheck:
    """A mesh whose elements are sent once; ``step`` checks one step after the other.

    ``slaves`` and ``masters`` are node indices, ``bodies`` is the body of each node: elements of one body form no pairs. ``surface`` is
    ``triangles`` (a quad is four triangles about its centre) or ``bilinear``, which accelerating quads need.

    With a ``separation`` [m] or a ``thickness`` [m] of the shell (one number, or one for each node) the steps find the pairs that come closer
    than the separation and half the thickness of both, as ``MeshSeparations``; elements that are at most ``rings`` edges apart form no pairs.
    """

    positions: Array
    """Of the nodes at the start, n x 3 [m]."""
    triangles: Array
    quads: Array
    thickness: Optional[Array]
    """Thickness of the shells at each node [m], where the file has it."""
    sets: Dict[str, Array]
    """Node indices by the names of the sets of the file: of nodes, elements and faces."""

    def __init__(
        self,
        positions: ArrayLike,
        triangles: Optional[ArrayLike] = None,
        quads: Optional[ArrayLike] = None,
        *,
        edges: bool = True,
        surface: str = "triangles",
        slaves: Optional[ArrayLike] = None,
        masters: Optional[ArrayLike] = None,
        bodies: Optional[ArrayLike] = None,
        separation: Optional[float] = None,
        thickness: Optional[ArrayLike] = None,
        rings: Optional[int] = None,
        server: Optional[Server] = None,
    ) -> None:
        arrays: Dict[str, Array] = {"positions": _vectors("positions", positions)}
        given = {"triangles": triangles, "quads": quads, "slaves": slaves, "masters": masters, "bodies": bodies}
        for name, values in given.items():
            if values is not None:
                arrays[name] = np.asarray(values, dtype=np.int32)
        fields: Dict[str, Any] = {"edges": edges, "surface": surface}
        _add_distances(fields, arrays, separation, thickness, rings)
        self._open(fields, arrays, server)
        self.positions = arrays["positions"]
        self.triangles = arrays.get("triangles", np.empty((0, 3), np.int32))
        self.quads = arrays.get("quads", np.empty((0, 4), np.int32))
        self.thickness = arrays.get("thickness")
        self.sets = {}

    @classmethod
    def from_file(
        cls,
        file: File,
        *,
        set: Optional[str] = None,
        scale: float = 1.0,
        weld: Optional[float] = None,
        edges: bool = True,
        surface: str = "triangles",
        slaves: Union[str, ArrayLike, None] = None,
        masters: Union[str, ArrayLike, None] = None,
        bodies: Union[str, ArrayLike, None] = None,
        separation: Optional[float] = None,
        thickness: Union[str, ArrayLike, None] = None,
        rings: Optional[int] = None,
        server: Optional[Server] = None,
    ) -> "MeshCheck":
        """The mesh of a file in the folder of the server: the outer faces of its solids, and its shells.

        Nodes have the order of the file. With ``weld`` [m] nodes that are at most this far apart become one, quads become triangles, and nodes
        without a face are left out. ``set`` reads a part of the file, ``scale`` is metres per unit of the file. ``slaves`` and ``masters`` may be
        names of sets, ``bodies`` may be ``"connected"`` (connected parts are bodies), ``thickness`` ``"file"`` (that of the shells in the file).
        """
        self = cls.__new__(cls)
        used = server or default_server()
        fields: Dict[str, Any] = {"file": used.path_of(file), "scale": float(scale), "edges": edges, "surface": surface}
        if set is not None:
            fields["set"] = set
        if weld is not None:
            fields["weld"] = float(weld)
        arrays: Dict[str, Array] = {}
        for name, values in {"slaves": slaves, "masters": masters, "bodies": bodies}.items():
            if isinstance(values, str):
                fields[name] = values
            elif values is not None:
                arrays[name] = np.asarray(values, dtype=np.int32)
        _add_distances(fields, arrays, separation, thickness, rings)
        answer, found = self._open(fields, arrays, used)
        self.positions, self.triangles, self.quads = found["positions"], found["triangles"], found["quads"]
        self.thickness = found.get("thickness")
        ends = np.cumsum(answer["setSizes"], dtype=int)
        self.sets = dict(zip(answer["sets"], np.split(found["setNodes"], ends[:-1])))
        return self

    def _open(self, fields: Dict[str, Any], arrays: Dict[str, Array], server: Optional[Server]) -> Any:
        self._server = server or default_server()
        self._name = f"mesh {next(_numbers)}"
        return self._server.ask({"op": "mesh-open", "name": self._name, **fields}, arrays)

    def step(
        self,
        positions: ArrayLike,
        *,
        ends: Optional[ArrayLike] = None,
        velocities: Optional[ArrayLike] = None,
        accelerations: Optional[ArrayLike] = None,
        duration: Optional[float] = None,
    ) -> Union[MeshContacts, MeshSeparations]:
        """First contacts while the nodes move to ``ends``, or with ``velocities`` and ``accelerations`` for ``duration`` [s].

        Returns ``MeshContacts``, or ``MeshSeparations`` for a mesh with a separation or a thickness.
        """
        arrays = {"positions": _vectors("positions", positions)}
        for name, values in {"ends": ends, "velocities": velocities, "accelerations": accelerations}.items():
            if values is not None:
                arrays[name] = _vectors(name, values)
        fields: Dict[str, Any] = {"op": "mesh-step", "mesh": self._name}
        if duration is not None:
            fields["duration"] = float(duration)
        answer, found = self._server.ask(fields, arrays)
        kind = np.array(answer["kinds"])[found["kind"]]
        common = (kind, found["time"], found["nodes"], found["face"])
        pairs = (answer["nodeFacePairs"], answer["edgePairs"])
        if "required" in found:
            distances = (found["required"], found["startDistance"], found["certain"] == 1)
            return MeshSeparations(*common, *distances, answer["initial"], *pairs)
        return MeshContacts(
            *common, found["weights"], found["point"], found["normal"], found["gapRate"], *pairs
        )

    def close(self) -> None:
        """Frees the mesh on the server."""
        self._server.ask({"op": "mesh-close", "mesh": self._name})


def _add_distances(
    fields: Dict[str, Any],
    arrays: Dict[str, Array],
    separation: Optional[float],
    thickness: Union[str, ArrayLike, None],
    rings: Optional[int],
) -> None:
    if separation is not None:
        fields["separation"] = float(separation)
    if rings is not None:
        fields["rings"] = rings
    if thickness is None:
        return
    if isinstance(thickness, str):
        fields["thickness"] = thickness
        return
    values = np.asarray(thickness, dtype=float)
    if values.ndim == 0:
        fields["thickness"] = float(values)
    else:
        arrays["thickness"] = values


def check_mesh(
    positions: ArrayLike,
    triangles: ArrayLike,
    *,
    ends: Optional[ArrayLike] = None,
    velocities: Optional[ArrayLike] = None,
    accelerations: Optional[ArrayLike] = None,
    duration: Optional[float] = None,
    server: Optional[Server] = None,
) -> MeshContacts:
    """First contacts of a triangle mesh within one step. For many steps of one mesh, or a mesh of a file, use ``MeshCheck``."""
    check = MeshCheck(positions, triangles, server=server)
    try:
        contacts = check.step(
            positions, ends=ends, velocities=velocities, accelerations=accelerations, duration=duration
        )
        assert isinstance(contacts, MeshContacts)
        return contacts
    finally:
        check.close()
