"""Closest points, times of impact, rays and points: many items at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from .errors import ItemErrors
from .server import Array, Batch, Server, default_server
from .shapes import Shape


def as_poses(poses: Optional[ArrayLike]) -> Array:
    """Rows of 7 (or 3, in the plane) numbers. None is the origin; 4 x 4 matrices are converted."""
    if poses is None:
        return np.array([[0.0, 0, 0, 1, 0, 0, 0]])
    values = np.asarray(poses, dtype=float)
    if values.shape[-2:] == (4, 4):
        return _from_matrices(values.reshape(-1, 4, 4))
    if values.ndim == 1:
        values = values[np.newaxis]
    if values.ndim != 2 or values.shape[1] not in (3, 7):
        raise ValueError(f"poses are n x 7, n x 3 (in the plane) or n x 4 x 4, got an array of {values.shape}")
    return values


def _from_matrices(matrices: Array) -> Array:
    r = matrices[:, :3, :3]
    # of the four components of each quaternion the largest is computed first: no cancellation
    trace = np.trace(r, axis1=1, axis2=2)
    four = np.stack([trace, *(2 * r[:, i, i] - trace for i in range(3))], axis=1)
    largest = np.argmax(four, axis=1)
    q = np.empty((len(r), 4))
    q[:, 0] = np.choose(largest, [1 + trace, r[:, 2, 1] - r[:, 1, 2], r[:, 0, 2] - r[:, 2, 0], r[:, 1, 0] - r[:, 0, 1]])
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        choices = [r[:, k, j] - r[:, j, k]] + [
            1 + 2 * r[:, i, i] - trace if m == i else r[:, m, i] + r[:, i, m] for m in range(3)
        ]
        q[:, 1 + i] = np.choose(largest, choices)
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    return np.concatenate([matrices[:, :3, 3], q], axis=1)


def _vectors(name: str, values: ArrayLike) -> Array:
    rows = np.atleast_2d(np.asarray(values, dtype=float))
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError(f"{name} are n x 3, got an array of {np.shape(values)}")
    return rows


class _Table:
    """Answers of a batch; a column is read when it is asked for. Items with an error have the status error and zeros."""

    def __init__(self, batch: Batch, rows: Array, errors: Sequence[Mapping[str, Any]]) -> None:
        self._batch = batch
        self._rows = rows
        self.errors = list(errors)
        """Index and message of the items that could not be answered, the first hundred of them."""

    def _column(self, name: str) -> Array:
        return self._rows[:, self._batch.columns[name]]

    @property
    def status(self) -> Array:
        """Texts."""
        texts: Array = self._batch.statuses[self._column("status").astype(int)]
        return texts

    def __len__(self) -> int:
        return len(self._rows)


def _ask(
    server: Server, fields: Dict[str, Any], arrays: Dict[str, Array], on_error: str
) -> Tuple[Batch, Array, Sequence[Mapping[str, Any]]]:
    if on_error not in ("raise", "return"):
        raise ValueError(f"on_error is 'raise' or 'return', got {on_error!r}")
    answer, found = server.ask(fields, arrays)
    errors: Sequence[Mapping[str, Any]] = answer.get("errors", ())
    if errors and on_error == "raise":
        raise ItemErrors(answer["errorCount"], errors)
    return server.batches[fields["op"]], found["rows"], errors


class Closest(_Table):
    """Closest points of n pairs. Statuses: exact, bounded, iteration-limit, approximate, error."""

    @property
    def distance(self) -> Array:
        """Signed distance [m]: negative for overlapping bodies."""
        return self._column("distance")

    @property
    def point_a(self) -> Array:
        return self._column("pointA")

    @property
    def point_b(self) -> Array:
        return self._column("pointB")

    @property
    def normal(self) -> Array:
        """Unit vectors from A to B."""
        return self._column("normal")

    @property
    def error_bound(self) -> Array:
        """Bound of the error of the distance [m]; 0 where it is a rounding error."""
        return self._column("errorBound")

    @property
    def unique(self) -> Array:
        """False where other pairs of points are as close."""
        unique: Array = self._column("unique") == 1
        return unique


def closest(
    a: Shape,
    poses_a: Optional[ArrayLike],
    b: Shape,
    poses_b: Optional[ArrayLike],
    *,
    server: Optional[Server] = None,
    on_error: str = "raise",
) -> Closest:
    """Closest points of two shapes in many pairs of poses; a single pose applies to all."""
    used = server or default_server()
    fields = {"op": "closest-batch", "A": used.define(a), "B": used.define(b)}
    arrays = {"posesA": as_poses(poses_a), "posesB": as_poses(poses_b)}
    return Closest(*_ask(used, fields, arrays, on_error))


@dataclass(frozen=True, eq=False)
class Motion:
    """Motions with constant velocity [m/s], angular velocity [rad/s] and acceleration [m/s2]; n rows or one for all."""

    poses: Optional[ArrayLike] = None
    velocities: Optional[ArrayLike] = None
    angular_velocities: Optional[ArrayLike] = None
    accelerations: Optional[ArrayLike] = None

    def _arrays(self, body: str) -> Dict[str, Array]:
        arrays = {f"poses{body}": as_poses(self.poses)}
        given = {
            "velocities": self.velocities,
            "angularVelocities": self.angular_velocities,
            "accelerations": self.accelerations,
        }
        for name, values in given.items():
            if values is not None:
                arrays[name + body] = _vectors(name, values)
        return arrays


class Impact(_Table):
    """First contacts of n motions. Statuses: hit, none, initial-overlap, iteration-limit, error."""

    @property
    def time(self) -> Array:
        """[s]; the duration where there is no contact."""
        return self._column("time")

    @property
    def point_a(self) -> Array:
        return self._column("pointA")

    @property
    def point_b(self) -> Array:
        return self._column("pointB")

    @property
    def normal(self) -> Array:
        """Unit vectors from A to B."""
        return self._column("normal")

    @property
    def gap(self) -> Array:
        """Distance at that time [m]: never negative, the time is never late."""
        return self._column("gap")

    @property
    def closing_speed(self) -> Array:
        return self._column("closingSpeed")


def impact(
    a: Shape,
    motion_a: Union[Motion, ArrayLike, None],
    b: Shape,
    motion_b: Union[Motion, ArrayLike, None],
    duration: float,
    *,
    separation: float = 0.0,
    server: Optional[Server] = None,
    on_error: str = "raise",
) -> Impact:
    """First time within ``duration`` [s] at which two moving shapes touch, or come within a ``separation`` [m]."""
    used = server or default_server()
    motions: List[Motion] = [m if isinstance(m, Motion) else Motion(m) for m in (motion_a, motion_b)]
    fields: Dict[str, Any] = {
        "op": "impact-batch",
        "A": used.define(a),
        "B": used.define(b),
        "duration": float(duration),
        "separation": float(separation),
    }
    arrays = {**motions[0]._arrays("A"), **motions[1]._arrays("B")}
    return Impact(*_ask(used, fields, arrays, on_error))


class RayHits(_Table):
    """First intersections of n rays. Statuses: miss, hit, inside, error."""

    @property
    def distance(self) -> Array:
        """Along the ray [m]; 0 for a miss."""
        return self._column("distance")

    @property
    def point(self) -> Array:
        return self._column("point")

    @property
    def normal(self) -> Array:
        return self._column("normal")

    @property
    def feature(self) -> Array:
        """Index of the face, triangle or edge that was hit; -1 where there is only one."""
        return self._column("feature").astype(int)

    @property
    def error_bound(self) -> Array:
        return self._column("errorBound")


def raycast(
    body: Shape,
    poses: Optional[ArrayLike],
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    max_distance: Optional[float] = None,
    radius: float = 0.0,
    server: Optional[Server] = None,
    on_error: str = "raise",
) -> RayHits:
    """First intersections of rays with a shape; with a ``radius`` [m] they are sphere casts."""
    used = server or default_server()
    fields: Dict[str, Any] = {"op": "raycast-batch", "body": used.define(body)}
    fields["radius"] = float(radius)
    if max_distance is not None:
        fields["maxDistance"] = float(max_distance)
    arrays = {
        "poses": as_poses(poses),
        "origins": _vectors("origins", origins),
        "directions": _vectors("directions", directions),
    }
    return RayHits(*_ask(used, fields, arrays, on_error))


class PointDistance(_Table):
    """Signed distances of n points from a surface. Statuses as those of closest points."""

    @property
    def distance(self) -> Array:
        """[m], negative inside."""
        return self._column("distance")

    @property
    def point(self) -> Array:
        """The closest points of the surface."""
        return self._column("point")

    @property
    def normal(self) -> Array:
        return self._column("normal")

    @property
    def error_bound(self) -> Array:
        return self._column("errorBound")


def point_distance(
    body: Shape,
    poses: Optional[ArrayLike],
    points: ArrayLike,
    *,
    server: Optional[Server] = None,
    on_error: str = "raise",
) -> PointDistance:
    """Signed distances of points from the surface of a shape."""
    used = server or default_server()
    fields = {"op": "point-distance-batch", "body": used.define(body)}
    arrays = {"poses": as_poses(poses), "points": _vectors("points", points)}
    return PointDistance(*_ask(used, fields, arrays, on_error))
