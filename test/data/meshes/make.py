"""Writes the mesh files of this folder with other programs: Gmsh, meshio, VTK, Assimp. Run with Debian 12's python3:

    apt-get install gmsh python3-meshio python3-netcdf4 python3-vtk9 assimp-utils
    python3 make.py

The shapes have closed forms: a block of 2 x 1 x 1, a ball of radius 1, a quarter of a tube with radii 1 and 2 and length 1.
"""

import os
import subprocess

import meshio
import netCDF4
import numpy
import vtk

BLOCK = """
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 2, 1, 1};
Physical Volume("block") = {1};
Physical Surface("left") = {1};
Physical Surface("right") = {2};
Physical Surface(7) = {3};
Mesh.MeshSizeMin = 0.7;
Mesh.MeshSizeMax = 0.7;
"""

BALL = """
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 1};
Physical Volume("ball") = {1};
Mesh.MeshSizeMin = 0.9;
Mesh.MeshSizeMax = 0.9;
Mesh.ElementOrder = 2;
"""

# a quarter of a tube, extruded along z
TUBE = """
Point(1) = {0, 0, 0};
Point(2) = {1, 0, 0};
Point(3) = {2, 0, 0};
Point(4) = {0, 2, 0};
Point(5) = {0, 1, 0};
Line(1) = {2, 3};
Circle(2) = {3, 1, 4};
Line(3) = {4, 5};
Circle(4) = {5, 1, 2};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 3} = 2;
Transfinite Curve {2, 4} = 4;
Transfinite Surface {1};
%s
tube[] = Extrude {0, 0, 1} { Surface{1}; Layers{2}; %s };
Physical Volume("tube") = {tube[1]};
Physical Surface("end") = {tube[0]};
Mesh.ElementOrder = %d;
Mesh.SecondOrderIncomplete = %d;
"""



def gmsh(script, *outputs):
    with open("made.geo", "w") as file:
        file.write(script)
    for output, options in outputs:
        subprocess.run(["gmsh", "-3", "made.geo", "-o", output, *options], check=True, capture_output=True)
    os.remove("made.geo")


def made_by_gmsh():
    version2 = ["-format", "msh22"]
    gmsh(
        BLOCK,
        ("gmsh-block.msh", []),
        ("gmsh-block-binary.msh", ["-bin"]),
        ("gmsh-block-2.msh", version2),
        ("gmsh-block-2-binary.msh", [*version2, "-bin"]),
        ("gmsh-block.inp", []),
        ("gmsh-block.key", []),
        ("gmsh-block.vtk", []),
        ("gmsh-block-binary.vtk", ["-bin"]),
        ("gmsh-block.stl", []),
    )
    gmsh(BALL, ("gmsh-ball-tet10.msh", []), ("gmsh-ball-tet10.inp", []), ("gmsh-ball-tet10.vtk", []))
    hexahedra = ("Recombine Surface {1};", "Recombine;")
    wedges = ("", "Recombine;")
    gmsh(TUBE % (*hexahedra, 1, 0), ("gmsh-tube-hex8.msh", []), ("gmsh-tube-hex8.key", []))
    gmsh(TUBE % (*hexahedra, 2, 1), ("gmsh-tube-hex20.msh", []), ("gmsh-tube-hex20.inp", []), ("gmsh-tube-hex20.vtk", []))
    gmsh(TUBE % (*hexahedra, 2, 0), ("gmsh-tube-hex27.msh", []), ("gmsh-tube-hex27.vtk", []))
    gmsh(TUBE % (*wedges, 1, 0), ("gmsh-tube-wedge6.msh", []), ("gmsh-tube-wedge6.inp", []))
    gmsh(TUBE % (*wedges, 2, 1), ("gmsh-tube-wedge15.msh", []), ("gmsh-tube-wedge15.vtk", []))
    gmsh(TUBE % (*wedges, 2, 0), ("gmsh-tube-wedge18.msh", []))


def made_by_meshio():
    block = meshio.read("gmsh-block.msh")
    block.write("meshio-block.vtk", binary=True)
    block.write("meshio-block-4.vtk", file_format="vtk42", binary=False)
    block.write("meshio-block.inp")
    for name in ["tet10", "hex20", "hex27"]:
        source = "gmsh-ball-tet10.msh" if name == "tet10" else f"gmsh-tube-{name}.msh"
        mesh = meshio.read(source)
        # only solids: the writer knows no sets
        kind = {"tet10": "tetra10", "hex20": "hexahedron20", "hex27": "hexahedron27"}[name]
        solid = meshio.Mesh(mesh.points, [(kind, mesh.cells_dict[kind])])
        solid.write(f"meshio-{name}.vtu", compression=None)
    surface = meshio.Mesh(block.points, [("triangle", block.cells_dict["triangle"])])
    surface.write("meshio-block.off")
    solid = meshio.Mesh(
        block.points,
        [("tetra", block.cells_dict["tetra"])],
        point_sets={"left": numpy.flatnonzero(block.points[:, 0] == 0)},
    )
    # NetCDF-4, that is HDF5
    solid.write("meshio-block-hdf5.e")


def vtk_grid(name):
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(name)
    reader.Update()
    return reader.GetOutput()


def vtk_write(writer, data, name, binary, version=None):
    writer.SetInputData(data)
    writer.SetFileName(name)
    if binary is not None:
        (writer.SetFileTypeToBinary if binary else writer.SetFileTypeToASCII)()
    if version is not None:
        writer.SetFileVersion(version)
    writer.Write()


def made_by_vtk():
    ball = vtk.vtkSphereSource()
    ball.SetThetaResolution(12)
    ball.SetPhiResolution(8)
    strips = vtk.vtkStripper()
    strips.SetInputConnection(ball.GetOutputPort())
    strips.Update()
    vtk_write(vtk.vtkPolyDataWriter(), strips.GetOutput(), "vtk-ball-strips.vtk", False)
    vtk_write(vtk.vtkPolyDataWriter(), strips.GetOutput(), "vtk-ball-strips-binary.vtk", True)
    vtk_write(vtk.vtkPolyDataWriter(), strips.GetOutput(), "vtk-ball-strips-4.vtk", True, vtk.vtkPolyDataWriter.VTK_LEGACY_READER_VERSION_4_2)
    for name in ["tet10", "hex20", "hex27"]:
        grid = vtk_grid(f"meshio-{name}.vtu")
        vtk_write(vtk.vtkUnstructuredGridWriter(), grid, f"vtk-{name}.vtk", True)
        if name != "tet10":
            # its order of the nodes on vertical and upper edges is not that of Exodus
            continue
        writer = vtk.vtkExodusIIWriter()
        writer.SetInputData(grid)
        writer.SetFileName(f"vtk-{name}.e")
        writer.WriteOutBlockIdArrayOn()
        writer.Write()


# order of the nodes of Exodus among those of VTK (Exodus II: A Finite Element Data Model, element types)
EXODUS_ORDER = {
    "hexahedron20": [*range(12), 16, 17, 18, 19, 12, 13, 14, 15],
    "hexahedron27": [*range(12), 16, 17, 18, 19, 12, 13, 14, 15, 26, 24, 25, 20, 21, 22, 23],
    "wedge15": [*range(9), 12, 13, 14, 9, 10, 11],
}
EXODUS_NAME = {"hexahedron20": "HEX20", "hexahedron27": "HEX27", "wedge15": "WEDGE15", "wedge": "WEDGE6", "hexahedron": "HEX8", "quad": "SHELL4"}


def write_exodus(name, mesh, kinds, kind_of_file, node_sets=(), side_sets=(), thickness=None):
    """An Exodus file with the netCDF library; side sets are lists of (element, side), from 1."""
    with netCDF4.Dataset(name, "w", format=kind_of_file) as file:
        file.setncatts({"api_version": numpy.float32(8.03), "version": numpy.float32(8.03), "floating_point_word_size": 8, "file_size": 1, "title": name})
        for dimension, length in {
            "len_string": 33, "len_name": 33, "time_step": None, "num_dim": 3, "num_nodes": len(mesh.points),
            "num_elem": sum(len(mesh.cells_dict[kind]) for kind in kinds), "num_el_blk": len(kinds),
        }.items():
            file.createDimension(dimension, length)
        file.createVariable("time_whole", "f8", ("time_step",))
        for k, axis in enumerate("xyz"):
            file.createVariable(f"coord{axis}", "f8", ("num_nodes",))[:] = mesh.points[:, k]
        file.createVariable("eb_prop1", "i4", ("num_el_blk",))[:] = [10 * (k + 1) for k in range(len(kinds))]
        names = file.createVariable("eb_names", "S1", ("num_el_blk", "len_name"))
        for k, kind in enumerate(kinds):
            names[k] = netCDF4.stringtochar(numpy.array([f"part {k + 1}"], "S33"))[0]
            cells = mesh.cells_dict[kind]
            order = EXODUS_ORDER.get(kind, range(cells.shape[1]))
            file.createDimension(f"num_el_in_blk{k + 1}", len(cells))
            file.createDimension(f"num_nod_per_el{k + 1}", cells.shape[1])
            connect = file.createVariable(f"connect{k + 1}", "i4", (f"num_el_in_blk{k + 1}", f"num_nod_per_el{k + 1}"))
            connect.elem_type = EXODUS_NAME[kind]
            connect[:] = cells[:, list(order)] + 1
            if kind == "quad" and thickness is not None:
                file.createDimension(f"num_att_in_blk{k + 1}", 1)
                file.createVariable(f"attrib{k + 1}", "f8", (f"num_el_in_blk{k + 1}", f"num_att_in_blk{k + 1}"))[:] = thickness
                title = file.createVariable(f"attrib_name{k + 1}", "S1", (f"num_att_in_blk{k + 1}", "len_name"))
                title[0] = netCDF4.stringtochar(numpy.array(["THICKNESS"], "S33"))[0]
        if node_sets:
            file.createDimension("num_node_sets", len(node_sets))
            file.createVariable("ns_prop1", "i4", ("num_node_sets",))[:] = [5 + k for k in range(len(node_sets))]
            for k, nodes in enumerate(node_sets):
                file.createDimension(f"num_nod_ns{k + 1}", len(nodes))
                file.createVariable(f"node_ns{k + 1}", "i4", (f"num_nod_ns{k + 1}",))[:] = nodes + 1
        if side_sets:
            file.createDimension("num_side_sets", len(side_sets))
            file.createVariable("ss_prop1", "i4", ("num_side_sets",))[:] = [8 + k for k in range(len(side_sets))]
            for k, sides in enumerate(side_sets):
                file.createDimension(f"num_side_ss{k + 1}", len(sides))
                file.createVariable(f"elem_ss{k + 1}", "i4", (f"num_side_ss{k + 1}",))[:] = [element for element, _ in sides]
                file.createVariable(f"side_ss{k + 1}", "i4", (f"num_side_ss{k + 1}",))[:] = [side for _, side in sides]


def volume_read_by_vtk(name):
    """Volume inside the surface that VTK's reader makes of an Exodus file, quadratic faces divided as here: a second opinion about the order of nodes."""
    reader = vtk.vtkExodusIIReader()
    reader.SetFileName(name)
    reader.UpdateInformation()
    reader.Update()
    surface = vtk.vtkDataSetSurfaceFilter()
    surface.SetInputData(reader.GetOutput().GetBlock(0).GetBlock(0))
    surface.SetNonlinearSubdivisionLevel(1)
    triangles = vtk.vtkTriangleFilter()
    triangles.SetInputConnection(surface.GetOutputPort())
    mass = vtk.vtkMassProperties()
    mass.SetInputConnection(triangles.GetOutputPort())
    return mass.GetVolume()


class Wedges:
    """Quadratic wedges, which meshio does not know."""

    def __init__(self, points, cells):
        self.points = points
        self.cells_dict = {"wedge15": cells}


def wedges_of(name):
    reader = vtk.vtkUnstructuredGridReader()
    reader.SetFileName(name)
    reader.Update()
    grid = reader.GetOutput()
    points = numpy.array([grid.GetPoint(i) for i in range(grid.GetNumberOfPoints())])
    cells = [[grid.GetCell(i).GetPointId(k) for k in range(15)] for i in range(grid.GetNumberOfCells()) if grid.GetCellType(i) == vtk.VTK_QUADRATIC_WEDGE]
    return Wedges(points, numpy.array(cells))


def made_by_netcdf():
    for kind, source in {"hexahedron20": "hex20", "hexahedron27": "hex27", "wedge15": "wedge15"}.items():
        mesh = wedges_of("gmsh-tube-wedge15.vtk") if source == "wedge15" else meshio.read(f"gmsh-tube-{source}.msh")
        lower = numpy.flatnonzero(mesh.points[:, 2] == 0)
        name = f"netcdf-{source}.e"
        write_exodus(name, mesh, [kind], "NETCDF3_CLASSIC", [lower])
        print(name, volume_read_by_vtk(name))
    # two shells of thickness 0.25 beside a hexahedron of side 1, in two blocks
    points = numpy.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)] + [[2, 0, 1], [2, 1, 1], [3, 0, 1], [3, 1, 1]], float)
    two = meshio.Mesh(points, [("hexahedron", [[0, 1, 3, 2, 4, 5, 7, 6]]), ("quad", [[5, 8, 9, 7], [8, 10, 11, 9]])])
    sides = [[(1, 5), (1, 6)], [(2, 1), (3, 2)]]
    for name, kind in {"netcdf-shells.e": "NETCDF3_64BIT_OFFSET", "netcdf-shells-5.e": "NETCDF3_64BIT_DATA", "netcdf-shells-hdf5.e": "NETCDF4"}.items():
        write_exodus(name, two, ["hexahedron", "quad"], kind, [numpy.array([0, 1])], sides, 0.25)


def made_by_assimp():
    for output in ["assimp-block.gltf", "assimp-block.glb"]:
        kind = "gltf2" if output.endswith("gltf") else "glb2"
        subprocess.run(["assimp", "export", "gmsh-block.stl", output, f"-f{kind}"], check=True, capture_output=True)


if __name__ == "__main__":
    made_by_gmsh()
    made_by_meshio()
    made_by_vtk()
    made_by_netcdf()
    made_by_assimp()
