"""Tests of the client, with the server of this checkout: python3 -m unittest discover python/tests"""

import contextlib
import io
import json
import math
import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np  # noqa: E402

import appulse  # noqa: E402


def random_poses(rng, count, size=3.0):
    return np.concatenate([rng.uniform(-size, size, (count, 3)), rng.normal(size=(count, 4))], axis=1)


def matrices(poses):
    q = poses[:, 3:] / np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
    w, x, y, z = q.T
    result = np.zeros((len(poses), 4, 4))
    result[:, :3, :3] = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    ).transpose(2, 0, 1)
    result[:, :3, 3] = poses[:, :3]
    result[:, 3, 3] = 1
    return result


class Pairs(unittest.TestCase):
    def test_spheres_have_the_distance_of_their_centres(self):
        rng = np.random.default_rng(1)
        a, b = random_poses(rng, 500), random_poses(rng, 500)
        found = appulse.closest(appulse.sphere(0.5), a, appulse.sphere(0.25), b)
        expected = np.linalg.norm(b[:, :3] - a[:, :3], axis=1) - 0.75
        np.testing.assert_allclose(found.distance, expected, atol=1e-12)
        np.testing.assert_allclose(
            found.point_a + found.distance[:, np.newaxis] * found.normal, found.point_b, atol=1e-12
        )
        self.assertEqual(set(found.status), {"exact"})
        self.assertEqual(len(found), 500)

    def test_boxes_agree_with_hulls_of_their_corners(self):
        rng = np.random.default_rng(2)
        half = np.array([1.0, 0.5, 0.25])
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
        a, b = random_poses(rng, 300), random_poses(rng, 300)
        box, hull = appulse.box(half), appulse.hull(corners)
        np.testing.assert_allclose(
            appulse.closest(box, a, box, b).distance, appulse.closest(hull, a, hull, b).distance, atol=1e-9
        )

    def test_matrices_are_poses(self):
        rng = np.random.default_rng(3)
        poses = random_poses(rng, 200)
        # half turns about each axis, where the scalar part of the quaternion vanishes
        poses[:3, 3:] = np.eye(4)[1:]
        cone, box = appulse.cone(0.5, 1), appulse.box([1, 0.5, 0.25])
        one = appulse.closest(cone, poses, box, None)
        other = appulse.closest(cone, matrices(poses), box, None)
        np.testing.assert_allclose(one.distance, other.distance, atol=1e-12)

    def test_bodies_in_the_plane(self):
        square = appulse.polygon([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        found = appulse.closest(square, [[0, 0, 0], [0, 0, math.pi / 4]], appulse.disc(0.5), [3, 0, 0])
        np.testing.assert_allclose(found.distance, [1.5, 2.5 - math.sqrt(2)], atol=1e-12)

    def test_impact(self):
        heights = np.array([1.0, 2.0, 8.0])
        falling = appulse.Motion(
            np.c_[np.zeros((3, 2)), heights + 0.5, np.ones(3), np.zeros((3, 3))], accelerations=[0, 0, -9.81]
        )
        found = appulse.impact(appulse.sphere(0.5), falling, appulse.halfspace([0, 0, 1]), None, 1.0)
        self.assertEqual(list(found.status), ["hit", "hit", "none"])
        np.testing.assert_allclose(found.time[:2], np.sqrt(2 * heights[:2] / 9.81), rtol=1e-8)
        np.testing.assert_allclose(found.closing_speed[:2], np.sqrt(2 * 9.81 * heights[:2]), rtol=1e-6)

    def test_rays_and_points(self):
        box = appulse.box([1, 1, 1])
        hits = appulse.raycast(box, None, [[0, 0, 5], [0, 0, 0], [5, 5, 5]], [0, 0, -1])
        self.assertEqual(list(hits.status), ["hit", "inside", "miss"])
        np.testing.assert_allclose(hits.distance, [4, 0, 0])
        near = appulse.point_distance(box, None, [[0, 0, 3], [0.5, 0, 0]])
        np.testing.assert_allclose(near.distance, [2, -0.5])

    def test_messages_do_not_share_memory(self):
        # of more than 64 kB each, which the server reads into one memory
        rng = np.random.default_rng(11)
        ball, poses = appulse.sphere(0.5), [random_poses(rng, n) for n in (4000, 2000, 3000)]
        start = np.c_[rng.uniform(-1, 1, (3000, 2)), rng.uniform(1, 2, 3000)]
        start[:3, 2] = 0
        check = appulse.MeshCheck(start, [[0, 1, 2]], edges=False)
        found = [appulse.closest(ball, None, ball, rows) for rows in poses]
        poses[1][7, 3:] = 0
        failed = appulse.closest(ball, None, ball, poses[1], on_error="return")
        for rows, answer in zip(poses, found):
            np.testing.assert_allclose(answer.distance, np.linalg.norm(rows[:, :3], axis=1) - 1, atol=1e-12)
        self.assertEqual((failed.status[7], failed.distance[7]), ("error", 0))
        np.testing.assert_array_equal(failed.distance[8:], found[1].distance[8:])
        self.assertEqual(len(check.step(start, ends=start + [0, 0, 1])), 0)
        found[0].distance[0] = 7  # results are memory of their own, and can be changed
        check.close()

    def test_errors(self):
        box = appulse.box([1, 1, 1])
        poses = np.array([[3.0, 0, 0, 1, 0, 0, 0], [3, 0, 0, 0, 0, 0, 0], [np.nan, 0, 0, 1, 0, 0, 0]])
        with self.assertRaises(appulse.ItemErrors) as caught:
            appulse.closest(box, None, box, poses)
        self.assertEqual([item["index"] for item in caught.exception.items], [1, 2])
        found = appulse.closest(box, None, box, poses, on_error="return")
        self.assertEqual(list(found.status), ["exact", "error", "error"])
        self.assertEqual(found.distance[0], 1)
        with self.assertRaises(appulse.AppulseError) as rejected:
            appulse.closest(appulse.sphere(-1), None, box, None)
        self.assertEqual(rejected.exception.path, "shape.radius")
        with self.assertRaises(ValueError):
            appulse.closest(box, [1, 2], box, None)


class Meshes(unittest.TestCase):
    positions = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 2], [0.4, 0.2, 3], [0.2, 0.4, 3.0]])
    triangles = [[0, 1, 2], [3, 4, 5]]

    def test_steps(self):
        velocities = np.zeros((6, 3))
        velocities[3:, 2] = -4
        check = appulse.MeshCheck(self.positions, self.triangles)
        self.assertEqual(len(check.step(self.positions, velocities=velocities, duration=0.25)), 0)
        contacts = check.step(self.positions, velocities=velocities, duration=1)
        np.testing.assert_array_equal(contacts.time, [0.5, 0.75, 0.75])
        self.assertEqual(set(contacts.kind), {"node-triangle"})
        np.testing.assert_array_equal(contacts.nodes[0], [3, 0, 1, 2, -1])
        check.close()
        once = appulse.check_mesh(self.positions, self.triangles, ends=self.positions + velocities)
        np.testing.assert_array_equal(once.time, contacts.time)
        with self.assertRaises(appulse.AppulseError):
            check.step(self.positions, velocities=velocities, duration=1)


    def test_accelerations(self):
        accelerations = np.zeros((6, 3))
        accelerations[3:, 2] = -4
        still = np.zeros((6, 3))
        found = appulse.check_mesh(
            self.positions, self.triangles, velocities=still, accelerations=accelerations, duration=1.1
        )
        np.testing.assert_array_equal(found.time, [1])  # 2 m at 4 m/s2 from rest

    def test_thickness(self):
        velocities = np.zeros((6, 3))
        velocities[3:, 2] = -4
        for thickness in (0.2, np.full(6, 0.2)):
            check = appulse.MeshCheck(self.positions, self.triangles, thickness=thickness, edges=False)
            near = check.step(self.positions, velocities=velocities, duration=1)
            self.assertIsInstance(near, appulse.MeshSeparations)
            np.testing.assert_allclose(near.time[0], 1.8 / 4, atol=1e-6)
            np.testing.assert_allclose(near.required, 0.2)
            self.assertEqual((near.initial, bool(near.certain.all())), (0, True))


CUBE = """v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8
"""
MESHES = Path(__file__).resolve().parents[2] / "test" / "data" / "meshes"


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = Path(folder.name)
        (cls.root / "parts").mkdir()
        (cls.root / "parts" / "cube.obj").write_text(CUBE)
        if MESHES.exists():
            for name in ("netcdf-shells.e", "gmsh-block.inp"):
                shutil.copy(MESHES / name, cls.root / "parts")
        cls.server = appulse.Server(files=cls.root)
        cls.addClassCleanup(cls.server.close)

    def test_shapes(self):
        ball, pose = appulse.sphere(0.5), [5, 1, 1, 1, 0, 0, 0]
        # relative to the folder of the server, or absolute in it
        for file in ("parts/cube.obj", self.root / "parts" / "cube.obj"):
            for as_ in ("surface", "hull", "parts"):
                cube = appulse.mesh_file(file, as_=as_, scale=0.5)
                found = appulse.closest(cube, None, ball, pose, server=self.server)
                np.testing.assert_allclose(found.distance, [3.5], atol=1e-12)
        moving = appulse.Motion(pose, velocities=[-2, 0, 0])
        hit = appulse.impact(appulse.mesh_file("parts/cube.obj"), None, ball, moving, 2, server=self.server)
        np.testing.assert_allclose(hit.time, [1.25], rtol=1e-8)

    def test_files_outside_of_the_folder(self):
        ball = appulse.sphere(0.5)
        secret = tempfile.NamedTemporaryFile(suffix=".obj")
        self.addCleanup(secret.close)
        secret.write(CUBE.encode())
        secret.flush()
        (self.root / "link.obj").symlink_to(secret.name)
        for file, reason in (
            (secret.name, "inside the folder of the files"),
            ("../cube.obj", "inside the folder of the files"),
            ("link.obj", "outside of the folder of the files"),
            ("no.obj", "no such file"),
        ):
            with self.assertRaises(appulse.AppulseError) as rejected:
                appulse.closest(appulse.mesh_file(file), None, ball, None, server=self.server)
            self.assertEqual(rejected.exception.path, "shape.file")
            self.assertIn(reason, str(rejected.exception))

    def test_a_world_whose_scene_names_a_file(self):
        scene = {
            "world": "solids",
            "title": "A part",
            "description": "It falls.",
            "bodies": [
                {"name": "part", "shape": {"kind": "mesh", "file": "cube.obj", "as": "hull"}, "density": 1000},
            ],
            "forces": {"gravity": [0, 0, -9.81]},
            "time": {"end": 10, "method": "steps", "step": 0.01},
        }
        path = self.root / "parts" / "part.scene.json"
        path.write_text("// scenes may have comments\n" + json.dumps(scene))
        world = appulse.World(path, server=self.server)
        start = world.state.position[0, 2]
        self.assertAlmostEqual(world.step(100).position[0, 2] - start, -0.5 * 9.81, places=9)
        self.assertAlmostEqual(world.ledger()["ledger"]["kineticEnergy"], 0.5 * 8000 * 9.81**2, delta=1)

    @unittest.skipUnless(MESHES.exists(), "needs the test data of the repository")
    def test_a_mesh_session_of_a_finite_element_file(self):
        check = appulse.MeshCheck.from_file("parts/gmsh-block.inp", server=self.server)
        self.assertGreater(len(check.sets), 0)
        for nodes in check.sets.values():
            self.assertTrue(((0 <= nodes) & (nodes < len(check.positions))).all())
        # a rigid translation touches nothing
        self.assertEqual(len(check.step(check.positions, ends=check.positions + [1, 2, 3])), 0)
        shells = appulse.MeshCheck.from_file(
            "parts/netcdf-shells.e", scale=0.001, thickness="file", rings=2, server=self.server
        )
        self.assertEqual(shells.thickness.shape, (len(shells.positions),))
        self.assertIsInstance(shells.step(shells.positions, ends=shells.positions), appulse.MeshSeparations)
        with self.assertRaises(appulse.AppulseError) as rejected:
            appulse.MeshCheck.from_file("parts/gmsh-block.inp", slaves="no such", server=self.server)
        self.assertEqual(rejected.exception.path, "slaves")


class Worlds(unittest.TestCase):
    scene = {
        "world": "solids",
        "title": "A ball",
        "description": "It falls.",
        "bodies": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.5}, "mass": 2}],
        "forces": {"gravity": [0, 0, -9.81]},
        "time": {"end": 10, "method": "steps", "step": 0.01},
    }

    def test_free_fall_forces_and_snapshots(self):
        world = appulse.World(self.scene)
        saved = world.snapshot()
        state = world.step(100)
        self.assertAlmostEqual(state.time, 1)
        self.assertAlmostEqual(state.position[0, 2], -0.5 * 9.81, places=9)
        world.restore(saved)
        self.assertEqual(world.time, 0)
        for _ in range(100):
            world.apply_force("ball", [0, 0, 2 * 9.81])
            world.step()
        self.assertAlmostEqual(world.state.velocity[0, 2], 0, places=9)
        self.assertAlmostEqual(world.ledger()["ledger"]["kineticEnergy"], 0, places=9)
        world.close()

    def test_invalid_scene(self):
        with self.assertRaises(appulse.AppulseError) as rejected:
            appulse.World({**self.scene, "time": {"end": -3}})
        self.assertIn("time.end", str(rejected.exception))


class Recordings(unittest.TestCase):
    def test_tables_of_a_run(self):
        scene = {**Worlds.scene, "time": {"end": 0.5, "method": "steps", "step": 0.01}, "record": {"interval": 0.1}}
        tables = appulse.run_scene(scene)
        frames = tables["frames"]
        self.assertEqual(len(frames["time"]), 6)
        np.testing.assert_allclose(frames["z"], -0.5 * 9.81 * np.array(frames["time"]) ** 2, atol=1e-9)
        self.assertEqual(set(frames["name"]), {"ball"})
        units = dict(zip(tables["columns"]["column"], tables["columns"]["unit"]))
        self.assertEqual((units["time"], units["vx"]), ("s", "m/s"))
        if hasattr(frames, "attrs"):
            self.assertEqual(frames.attrs["units"]["vz"], "m/s")
        with self.assertRaises(appulse.AppulseError) as rejected:
            appulse.read_recording("/nonexistent")
        self.assertIn("nonexistent", str(rejected.exception))


class Processes(unittest.TestCase):
    def test_a_server_of_its_own_with_threads(self):
        with appulse.Server(threads=2) as server:
            ends = Meshes.positions - np.r_[np.zeros((3, 3)), [[0, 0, 4]] * 3]
            contacts = appulse.check_mesh(Meshes.positions, Meshes.triangles, ends=ends, server=server)
            self.assertEqual(len(contacts), 3)
            # a large batch is shared by the threads, with the same bits and the same errors
            rng = np.random.default_rng(7)
            poses = np.c_[rng.uniform(-2, 2, (3000, 3)), rng.normal(size=(3000, 4))]
            poses[[5, 2900], 3:] = 0
            box = appulse.box([1, 0.5, 0.25])
            shared = appulse.closest(box, None, box, poses, server=server, on_error="return")
            alone = appulse.closest(box, None, box, poses, on_error="return")
            np.testing.assert_array_equal(shared.distance, alone.distance)
            np.testing.assert_array_equal(shared.point_a, alone.point_a)
            self.assertEqual(shared.errors, alone.errors)
            self.assertEqual([error["index"] for error in shared.errors], [5, 2900])
        with self.assertRaises(appulse.AppulseError):
            server.ask({"op": "hello"})

    def test_a_missing_command(self):
        with self.assertRaises(FileNotFoundError):
            appulse.Server(["/nonexistent/appulse"])


GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "query-server.md"


class Guide(unittest.TestCase):
    @unittest.skipUnless(GUIDE.exists(), "needs the guide of the repository")
    def test_every_program_of_the_guide_runs(self):
        readme = GUIDE.parents[2] / "python" / "README.md"
        folder = os.getcwd()
        self.addCleanup(os.chdir, folder)
        os.chdir(GUIDE.parents[2])
        names = {}
        blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
        self.assertGreater(len(blocks), 2)
        for block in [*blocks, *re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)]:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block, str(GUIDE), "exec"), names)
            # a comment after a call of print is what it prints
            for line, text in zip(re.findall(r"^print\(.*", block, re.MULTILINE), printed.getvalue().splitlines()):
                expected = re.search(r"\)  +# (\S+)", line)
                if expected is not None:
                    self.assertEqual(text, expected.group(1).rstrip(":"))


if __name__ == "__main__":
    unittest.main()
