import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ENTRIES } from './entries.ts';
import { root } from './sources.ts';

/** The functions that programs start from: each has a program in its doc comment. `test/docs.test.ts` runs these. */
const STARTS: Readonly<Record<string, string>> = {
  appulse: `
    vec3 pose motion prescribedPath closest closestInto closestWithDerivatives impact pointQuery raycast
    box capsule compound cone cylinder disc ellipsoid halfspace hull point polygon segment sphere trimesh
    convexDecomposition massProperties contactManifolds
    material planarBody spatialBody respond resolveContacts solveResting dockRigid dockPin hertzContact springDamper
    integrate measureLedger
    readScene runScene simulate createWorld createWorldFromScene createSceneWorld createEventWorld encodeSnapshot
    createRecorder encodeRecording decodeRecording animationSvg runQuery runQueryLine createCollisionBlock`,
  'appulse/bounds': `
    fitAabb shapeAabb sweptAabb fitBoundingSphere fitObb2 fitObb3 fitKdop convexHull2 convexHull3 createBroadPhase`,
  'appulse/cad': 'readCad',
  'appulse/export': 'recordingToCsv recordingToMcap createRecordingRenderer',
  'appulse/kernels': `
    closestPointSegment closestSegmentSegment closestLineLine closestPointLine closestPolygons pointInPolygon closestSolids
    solidContactPoints`,
  'appulse/meshes': `
    surfaceMesh readMesh writeStl createMeshBroadPhase nodeTriangleContact nodeQuadContact edgeEdgeContact nodeTriangleBatch
    checkMesh`,
  'appulse/nurbs': `
    bezierCurve bezierPatch nurbsCurve nurbsSurface tiledBody bodyFromNurbs outlineFromCurves tileFromPatches
    tiledEllipsoid tiledRoundedBox tiledRevolution tiledExtrusion`,
  'appulse/pairs': 'createClosest createPairQueries',
  'appulse/reproduce': 'reproduce',
  'appulse/three': 'shapeFromGeometry poseFromObject applyPose uniformScale contactLines',
  'appulse/tracking': `
    createTracker startTracker updateTracker advanceTracker saveTracker closestTiled solveWithDerivatives
    searchCandidates`,
  'appulse/urdf': 'readUrdf urdfScene',
  'appulse/vehicles':
    'parseModels runVehicles planarCrash ellipsoidPair perramWertheim readCase reconstruct recordingReport',
  'appulse/sweeps': 'readSweep runCase rankCorrelation firstOrderIndices wilsonInterval',
  'appulse/gpu': 'createGpuMeshCheck',
  'appulse/workers': 'createMeshCheckPool createGpuCheckThread createStepPool runSweep',
};

/** Types of coordinates alone: the comment of the type says what each of them is. */
const COORDINATES = ['Vec3', 'Mat3'];

interface PublicExport {
  readonly entry: string;
  /** The name that programs import, and its declarations: more than one for a function with overloads. */
  readonly name: string;
  readonly path: string;
  readonly declarations: readonly ts.Statement[];
}

const files = new Map<string, ts.SourceFile>();

function parse(path: string): ts.SourceFile {
  const known = files.get(path);
  if (known) return known;
  const text = readFileSync(join(root, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  files.set(path, file);
  return file;
}

/** The file and the name there of `name` in an `import` or `export` with a list of names. */
function follow(path: string, statement: ts.Statement, name: string): [string, string] | undefined {
  const isExport = ts.isExportDeclaration(statement);
  if (!isExport && !ts.isImportDeclaration(statement)) return undefined;
  const list = isExport ? statement.exportClause : statement.importClause?.namedBindings;
  const from = statement.moduleSpecifier;
  if (!list || !from || !ts.isStringLiteral(from) || !('elements' in list)) return undefined;
  const element = [...list.elements].find((item) => item.name.text === name);
  if (!element) return undefined;
  return [posix.join(posix.dirname(path), from.text), (element.propertyName ?? element.name).text];
}

/** Where `name` of a file is declared, through any number of re-exports. */
function declarationsOf(path: string, name: string): Pick<PublicExport, 'path' | 'declarations'> {
  const { statements } = parse(path);
  const declarations = statements.filter((statement) => namesIn(statement).includes(name));
  if (declarations.length > 0) return { path, declarations };
  for (const statement of statements) {
    const next = follow(path, statement, name);
    if (next) return declarationsOf(...next);
  }
  throw new Error(`${path}: no declaration of ${name}`);
}

function namesIn(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((item) => item.name.getText());
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

const publicExports: PublicExport[] = [...ENTRIES].flatMap(([entry, path]) =>
  parse(path).statements.flatMap((statement) => {
    const list = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    if (!list || !ts.isNamedExports(list)) return [];
    return list.elements.map(({ name: { text: name } }) => {
      const [file, original] = follow(path, statement, name) ?? [path, name];
      return { entry, name, ...declarationsOf(file, original) };
    });
  }),
);

/** The doc comment in front of a node; of several the last, since the first may be that of the file. */
function commentOf(node: ts.Node): ts.JSDoc | undefined {
  return ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
}

/** Its text without tags such as `@example`. */
function descriptionOf(node: ts.Node): string {
  return ts.getTextOfJSDocComment(commentOf(node)?.comment)?.trim() ?? '';
}

const where = ({ entry, name, path }: PublicExport) => `${name} of ${entry} (${path})`;

/** At least three words, with a full stop: not the name again, and not a unit alone. Citations may follow: [CP13-1.2], (E12). */
function isSentence(text: string): boolean {
  const sentence = text.replace(/((,| and)?\s(\[\w+-[\w.]+\]|\(E\d+\)))+$/, '');
  return sentence.split(/\s+/).length >= 3 && /[.?]$/.test(sentence);
}

/** A number, or something packed from numbers. */
const isQuantity = (type: string) =>
  /\b(number|Vec3|ReadonlyVec3|Mat3|ReadonlyMat3|Float64Array|Int32Array)\b/.test(type);

/** Fields of a type or class, those of nested types without a comment included: `['contacts.gap', node]`. */
function fieldsOf(node: ts.Node, prefix = ''): [string, Field][] {
  const fields: [string, Field][] = [];
  ts.forEachChild(node, (child) => {
    if (ts.isTypeLiteralNode(child) || ts.isUnionTypeNode(child) || ts.isIntersectionTypeNode(child)) {
      fields.push(...fieldsOf(child, prefix));
    }
    if (!isPublicField(child)) return;
    const name = `${prefix}${child.name.getText()}`;
    const isNested = child.type !== undefined && ts.isTypeLiteralNode(child.type);
    if (!isNested) fields.push([name, child]);
    else if (descriptionOf(child) === '') fields.push(...fieldsOf(child, `${name}.`));
  });
  return fields;
}

type Field = ts.PropertySignature | ts.PropertyDeclaration;

function isPublicField(node: ts.Node): node is Field {
  if (ts.isPropertySignature(node)) return true;
  return ts.isPropertyDeclaration(node) && !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
}

describe('doc comments of the public entries', () => {
  it('are in front of every export', () => {
    expect(publicExports.length).toBeGreaterThan(400);
    const missing = publicExports.filter(({ declarations }) => !declarations.some(descriptionOf));
    expect(missing.map(where)).toEqual([]);
  });

  it('are sentences', () => {
    const short = publicExports.filter(({ declarations }) => !declarations.map(descriptionOf).some(isSentence));
    expect(short.map(where)).toEqual([]);
  });

  it('explain the quantities in the fields of types', () => {
    const types = publicExports.filter(({ name }) => !COORDINATES.includes(name));
    const missing = types.flatMap((type) =>
      type.declarations
        .filter((node) => !ts.isFunctionDeclaration(node))
        .flatMap((node) => fieldsOf(node))
        .filter(([, field]) => isQuantity(field.type?.getText() ?? '') && descriptionOf(field) === '')
        .map(([name]) => `${name} of ${where(type)}`),
    );
    expect(missing).toEqual([]);
  });

  it('are checked for the functions that programs start from, in every entry', () => {
    expect(Object.keys(STARTS).toSorted()).toEqual([...ENTRIES.keys()].toSorted());
  });

  it.each(Object.entries(STARTS))(
    'have an example for each function that programs with %s start from',
    (entry, names) => {
      const problems = names
        .trim()
        .split(/\s+/)
        .flatMap((name) => {
          const found = publicExports.find((item) => item.entry === entry && item.name === name);
          if (!found) return [`${name} is no export of ${entry}`];
          const examples = found.declarations
            .flatMap((node) => ts.getJSDocTags(node))
            .filter((tag) => tag.tagName.text === 'example')
            .map((tag) => ts.getTextOfJSDocComment(tag.comment) ?? '');
          if (examples.length === 0) return [`no example: ${where(found)}`];
          const call = new RegExp(`\\b${name}\\b`);
          return examples.every(
            (text) => call.test(text) && text.includes(`from '${entry}'`) && text.includes('console.log'),
          )
            ? []
            : [`the example does not use and print it: ${where(found)}`];
        });
      expect(problems).toEqual([]);
    },
  );
});
