"""Shapes, with the keys of scene files."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True, eq=False)
class Shape:
    """A shape of the scene format: its document, and the world whose keys it has, ``solids`` or ``smooth``."""

    document: Mapping[str, Any]
    world: str = "solids"

    @cached_property
    def key(self) -> str:
        """Equal for equal shapes."""
        return json.dumps([self.document, self.world])


def _list(values: ArrayLike) -> Any:
    return np.asarray(values, dtype=float).tolist()


def shape(document: Mapping[str, Any], world: str = "solids") -> Shape:
    """Any shape of the scene format, such as ``{"kind": "nurbs", "surfaces": [...]}`` of the world ``smooth``."""
    return Shape(dict(document), world)


def box(half_extents: ArrayLike, radius: float = 0.0) -> Shape:
    """A box, optionally rounded [m]."""
    document: Dict[str, Any] = {"kind": "box", "halfExtents": _list(half_extents)}
    if radius:
        document["radius"] = float(radius)
    return Shape(document)


def sphere(radius: float) -> Shape:
    return Shape({"kind": "sphere", "radius": float(radius)})


def capsule(radius: float, half_height: float) -> Shape:
    """A segment of length 2 ``half_height`` along z, with a radius."""
    return Shape({"kind": "capsule", "radius": float(radius), "halfHeight": float(half_height)})


def cylinder(radius: float, half_height: float) -> Shape:
    """With its axis along z."""
    return Shape({"kind": "cylinder", "radius": float(radius), "halfHeight": float(half_height)})


def cone(radius: float, half_height: float) -> Shape:
    """With its axis along z and its apex at ``half_height``."""
    return Shape({"kind": "cone", "radius": float(radius), "halfHeight": float(half_height)})


def ellipsoid(semi_axes: ArrayLike) -> Shape:
    return Shape({"kind": "ellipsoid", "semiAxes": _list(semi_axes)})


def hull(vertices: ArrayLike) -> Shape:
    """The convex hull of points, n x 3."""
    return Shape({"kind": "hull", "vertices": _list(vertices)})


def mesh(vertices: ArrayLike, triangles: ArrayLike) -> Shape:
    """A triangle mesh: n x 3 vertices, m x 3 indices, counter-clockwise seen from outside if it is closed."""
    indices = np.asarray(triangles, dtype=int).tolist()
    return Shape({"kind": "trimesh", "vertices": _list(vertices), "triangles": indices})


def mesh_file(
    file: Union[str, "os.PathLike[str]"],
    *,
    as_: str = "surface",
    scale: float = 1.0,
    weld: float = 0.0,
    set: Optional[str] = None,
    part_error: float = 0.02,
) -> Shape:
    """A mesh from a file in the folder of the server: glTF, OBJ, OFF, PLY, STL, Gmsh, Abaqus, LS-DYNA, VTK, Exodus II.

    ``as_`` is ``surface`` (the mesh as it is), ``hull`` or ``parts`` (convex parts of a closed mesh, whose volume exceeds that of the
    mesh by at most the fraction ``part_error``). ``scale``: metres per unit of the file; ``weld``: nodes that are at most this far
    apart become one [m]; ``set``: a set, part, block or group of the file. A server reads a shape once.
    """
    document: Dict[str, Any] = {"kind": "mesh", "file": os.fspath(file), "as": as_, "scale": float(scale)}
    document.update(weld=float(weld), partError=float(part_error))
    if set is not None:
        document["set"] = set
    return Shape(document)


def cad_file(
    file: Union[str, "os.PathLike[str]"], *, as_: str = "faces", scale: float = 0.001, tolerance: float = 1e-4
) -> Shape:
    """A part from a CAD file (``.step``, ``.3dm``, OpenCascade ``.brep``) in the folder of the server.

    ``as_`` is ``faces`` (trimmed NURBS faces, exactly) or ``mesh`` (triangles within the ``tolerance`` [m]). ``scale``: metres per
    millimetre of the file. STEP and .3dm need an optional npm package, which an error names, next to appulse.
    """
    document = {"kind": "cad", "file": os.fspath(file), "as": as_, "scale": float(scale), "tolerance": float(tolerance)}
    return Shape(document)


def compound(pieces: Sequence[Tuple[Shape, ArrayLike]]) -> Shape:
    """Convex shapes of one rigid body, each with its pose ``[x, y, z, w, qx, qy, qz]``."""
    parts: List[Dict[str, Any]] = []
    for piece, pose in pieces:
        row = np.asarray(pose, dtype=float)
        if row.shape != (7,):
            raise ValueError(f"the pose of a piece has 7 numbers, got an array of {row.shape}")
        parts.append({"shape": piece.document, "position": row[:3].tolist(), "rotation": row[3:].tolist()})
    return Shape({"kind": "compound", "pieces": parts})


def halfspace(normal: ArrayLike) -> Shape:
    """All points below the plane through the origin with this outward normal."""
    return Shape({"kind": "halfspace", "normal": _list(normal)})


def point() -> Shape:
    return Shape({"kind": "point"}, "smooth")


def disc(radius: float) -> Shape:
    """In the plane."""
    return Shape({"kind": "disc", "radius": float(radius)}, "smooth")


def polygon(vertices: ArrayLike) -> Shape:
    """In the plane: n x 2 vertices, counter-clockwise."""
    return Shape({"kind": "polygon", "vertices": _list(vertices)}, "smooth")
