import { createHash } from 'node:crypto';
import { type FmuSettings, openModel } from './create-model.ts';
import type { HostSettings } from './host.ts';
import { type FmiVersion, modelDescription } from './model-description.ts';
import type { FmuVariable } from './variables.ts';
import { xmlText } from './xml.ts';
import { createZip } from './zip.ts';

/** Parts of an FMU that come from the package. */
export interface FmuParts {
  /** Libraries by platform, as FMI 3 names it: `x86_64-linux`. */
  readonly libraries: ReadonlyMap<string, Uint8Array>;
  /** Files of the host process by path: `host.mjs`, and `lib/` with its modules. */
  readonly host: ReadonlyMap<string, Uint8Array>;
  /** Texts of licences by file name. */
  readonly licenses: ReadonlyMap<string, Uint8Array>;
  /** Name and version of the program. */
  readonly tool: string;
}

/** What to export. */
export interface FmuRequest extends FmuSettings {
  /** A scene or a collision block, as text. */
  readonly text: string;
  /** Name of the model; an identifier is made from it. */
  readonly name: string;
  readonly fmi: FmiVersion;
}

/** An FMU in a ZIP file, and what it has. */
export interface ExportedFmu {
  readonly bytes: Uint8Array;
  readonly inputs: number;
  readonly parameters: number;
  readonly outputs: number;
  /** [s]; 0 for a model without internal steps. */
  readonly timeStep: number;
}

/** Names of FMI 2 for platforms; others have those of FMI 3. */
const PLATFORMS_2: Readonly<Record<string, string>> = {
  'x86_64-linux': 'linux64',
  'x86_64-windows': 'win64',
  'x86_64-darwin': 'darwin64',
};

/**
 * An FMU for co-simulation of a document. The same document, version and libraries give the same bytes. Throws a SceneError, a SimulationError
 * or an FmuError for a document of which no FMU can be made.
 */
export function exportFmu(request: FmuRequest, parts: FmuParts): ExportedFmu {
  const { text, name, fmi, ...settings } = request;
  const { model, title, description, stopTime } = openModel(text, settings);
  // a start that fails here would fail in every instance
  model.start(Float64Array.from(model.settable, ({ start }) => start ?? 0));
  const modelIdentifier = identifierOf(name);
  const token = tokenOf([parts.tool, modelIdentifier, text, JSON.stringify(settings)]);
  const header = {
    modelName: name,
    modelIdentifier,
    token,
    description: title,
    tool: parts.tool,
    ...(stopTime && { stopTime }),
  };
  const host: HostSettings = { token, ...settings };
  const files = new Map<string, Uint8Array>([
    ['modelDescription.xml', bytes(modelDescription(model, header, fmi))],
    ['resources/model.json', bytes(`${JSON.stringify(host)}\n`)],
    ['resources/document.json', bytes(text)],
    // modules of the host are those of a package of this type
    ['resources/package.json', bytes('{ "type": "module" }\n')],
  ]);
  for (const [path, content] of parts.host) files.set(`resources/${path}`, content);
  for (const [platform, content] of parts.libraries) {
    const folder = (fmi === 2 && PLATFORMS_2[platform]) || platform;
    files.set(`binaries/${folder}/${modelIdentifier}${extensionOf(platform)}`, content);
  }
  const variables = [...model.settable, ...model.outputs];
  files.set('documentation/index.html', bytes(documentation(title, description, variables)));
  files.set('documentation/externalDependencies.txt', bytes(DEPENDENCIES));
  for (const [file, content] of parts.licenses) files.set(`documentation/licenses/${file}`, content);
  return {
    bytes: createZip(files),
    inputs: model.settable.filter(({ role }) => role === 'input').length,
    parameters: model.settable.filter(({ role }) => role !== 'input').length,
    outputs: model.outputs.length,
    timeStep: model.timeStep,
  };
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

function extensionOf(platform: string): string {
  if (platform.endsWith('-windows')) return '.dll';
  return platform.endsWith('-darwin') ? '.dylib' : '.so';
}

/** An identifier of C. */
function identifierOf(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Za-z]/.test(letters) ? letters : `model_${letters}`;
}

/** An identifier in the form of a GUID, of the first 128 bits of a hash. */
function tokenOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return `{${hash.digest('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')}}`;
}

const DEPENDENCIES = `This FMU starts Node 20.19 or newer (https://nodejs.org), one process per instance.
The program is that of the environment variable APPULSE_NODE, or node in PATH.
APPULSE_FMU_TIMEOUT is the longest time of a step in seconds (default 600, 0 for no limit).
`;

function documentation(title: string, description: string, variables: readonly FmuVariable[]): string {
  const rows = variables.map(
    ({ name, role, description }) =>
      `<tr><td>${xmlText(name)}</td><td>${role}</td><td>${xmlText(description)}</td></tr>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${xmlText(title)}</title></head>
<body>
<h1>${xmlText(title)}</h1>
<p>${xmlText(description)}</p>
<pre>${xmlText(DEPENDENCIES).replaceAll('&#10;', '\n')}</pre>
<table>
<tr><th>variable</th><th>role</th><th>description</th></tr>
${rows.join('\n')}
</table>
</body>
</html>
`;
}
