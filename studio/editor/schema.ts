/** The part of JSON Schema that the schema of scenes uses. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
}

type Path = readonly (string | number)[];

let loaded: Promise<Schema> | undefined;

/** The schema of scenes, fetched once. */
export function loadSchema(): Promise<Schema> {
  loaded ??= fetch('schema/scene.schema.json').then((response) => {
    if (!response.ok) throw new Error(`the schema of scenes could not be loaded (${response.status})`);
    return response.json() as Promise<Schema>;
  });
  return loaded;
}

/** The possible schemas at a path of a document: several where the document does not yet select one of a union. */
export function schemasAt(schema: Schema, document: unknown, path: Path): Schema[] {
  const here = alternatives(schema, document);
  if (path.length === 0) return here;
  const [step, ...rest] = path;
  return here.flatMap((one) => {
    const inner = typeof step === 'number' ? itemSchema(one, step) : one.properties?.[step];
    return inner ? schemasAt(inner, at(document, step), rest) : [];
  });
}

function itemSchema({ items }: Schema, index: number): Schema | undefined {
  return Array.isArray(items) ? items[index] : (items as Schema | undefined);
}

function at(document: unknown, step: string | number): unknown {
  return typeof document === 'object' && document !== null
    ? (document as Record<string | number, unknown>)[step]
    : undefined;
}

/** The alternatives of a schema that are compatible with the document. */
function alternatives(schema: Schema, document: unknown): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const fitting = choices.filter((choice) => agrees(choice, document));
    return (fitting.length > 0 ? fitting : choices).flatMap((choice) => alternatives(choice, document));
  }
  if (schema.if) {
    const branch = agrees(schema.if, document) ? schema.then : schema.else;
    return branch ? alternatives(branch, document) : [schema];
  }
  if (schema.allOf) return schema.allOf.flatMap((part) => alternatives(part, document));
  return [schema];
}

/** Whether the constants of a schema (`kind`, `law`, `world`) agree with the values in the document, if present. */
function agrees({ properties = {}, required = [] }: Schema, document: unknown): boolean {
  return Object.entries(properties).every(([name, { const: wanted, enum: several }]) => {
    const given = at(document, name);
    if (wanted !== undefined) return given === undefined ? !required.includes(name) : given === wanted;
    if (several && required.includes(name) && typeof given === 'string') return several.includes(given);
    return true;
  });
}
