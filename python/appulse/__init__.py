"""Distance, time of impact and contact of moving bodies, on NumPy arrays.

>>> import appulse
>>> box = appulse.box([1, 1, 1])
>>> float(appulse.closest(box, None, box, [3, 0, 0, 1, 0, 0, 0]).distance[0])
1.0

Lengths are in metres, times in seconds, masses in kilograms, angles in radians. A pose is a row
``[x, y, z, w, qx, qy, qz]`` (position and unit quaternion), ``[x, y, angle]`` in the plane, or a 4 x 4 matrix.
"""

from .errors import AppulseError, ItemErrors
from .meshes import MeshCheck, MeshContacts, MeshSeparations, check_mesh
from .pairs import Closest, Impact, Motion, PointDistance, RayHits, closest, impact, point_distance, raycast
from .recordings import read_recording, run_scene
from .server import Server, default_server
from .shapes import (
    Shape,
    box,
    cad_file,
    capsule,
    compound,
    cone,
    cylinder,
    disc,
    ellipsoid,
    halfspace,
    hull,
    mesh,
    mesh_file,
    point,
    polygon,
    shape,
    sphere,
)
from .worlds import World, WorldState

__all__ = [
    "AppulseError",
    "Closest",
    "Impact",
    "ItemErrors",
    "MeshCheck",
    "MeshContacts",
    "MeshSeparations",
    "Motion",
    "PointDistance",
    "RayHits",
    "Server",
    "Shape",
    "World",
    "WorldState",
    "box",
    "cad_file",
    "capsule",
    "check_mesh",
    "closest",
    "compound",
    "cone",
    "cylinder",
    "default_server",
    "disc",
    "ellipsoid",
    "halfspace",
    "hull",
    "impact",
    "mesh",
    "mesh_file",
    "point",
    "point_distance",
    "polygon",
    "raycast",
    "read_recording",
    "run_scene",
    "shape",
    "sphere",
]

__version__ = "0.1.0"
