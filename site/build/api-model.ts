import { join } from 'node:path';
import { Application, type DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc';

/** An entry of the package with what it exports. */
export interface ApiEntry {
  /** `appulse`, `appulse/bounds` */
  readonly name: string;
  /** From the root of the repository: `src/entries/bounds.ts`. */
  readonly source: string;
  readonly exports: readonly ApiExport[];
}

export interface ApiExport {
  readonly name: string;
  readonly reflection: DeclarationReflection;
  /** Where it is declared: `src/shapes/box.ts`. */
  readonly source: string;
}

/** Reads the exports of the entries with TypeDoc. */
export async function readApi(root: string, entries: ReadonlyMap<string, string>): Promise<ApiEntry[]> {
  const app = await Application.bootstrap({
    entryPoints: [...entries.values()].map((source) => join(root, source)),
    tsconfig: join(root, 'site/api.tsconfig.json'),
    basePath: root,
    displayBasePath: root,
    disableGit: true,
    sourceLinkTemplate: '{path}',
    // tsc checks the sources
    skipErrorChecking: true,
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    readme: 'none',
    sort: ['source-order'],
    // "[m]: ..." at the start of a line is a unit, not a link
    suppressCommentWarningsInDeclarationFiles: true,
    logLevel: 'Error',
  });
  const project = await app.convert();
  if (!project || app.logger.hasErrors()) throw new Error('TypeDoc cannot read the entries');
  return Array.from(entries, ([name, source]) => ({ name, source, exports: exportsOf(project, source) }));
}

function exportsOf(project: ProjectReflection, source: string): ApiExport[] {
  const module = (project.children ?? []).find(
    ({ sources, kind }) => kind === ReflectionKind.Module && sources?.[0].fileName === source,
  );
  if (!module) throw new Error(`TypeDoc has no module ${source}`);
  return (module.children ?? []).map((child) => {
    const reflection = child.isReference() ? (child.getTargetReflectionDeep() as DeclarationReflection) : child;
    return { name: child.name, reflection, source: reflection.sources?.[0].fileName ?? source };
  });
}
