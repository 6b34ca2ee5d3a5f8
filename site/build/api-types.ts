import type { DeclarationReflection, ParameterReflection, SignatureReflection, SomeType } from 'typedoc';

/** A type as TypeScript text; object and function types in full. */
export function typeText(type: SomeType | undefined): string {
  if (!type) return 'unknown';
  switch (type.type) {
    case 'reflection':
      return literalText(type.declaration);
    case 'array':
      return `${inBrackets(type.elementType)}[]`;
    case 'union':
      return type.types.map(inBrackets).join(' | ');
    case 'intersection':
      return type.types.map(inBrackets).join(' & ');
    case 'tuple':
      return `[${type.elements.map((item) => typeText(item as SomeType)).join(', ')}]`;
    case 'namedTupleMember':
      return `${type.name}${type.isOptional ? '?' : ''}: ${typeText(type.element)}`;
    case 'optional':
      return `${inBrackets(type.elementType)}?`;
    case 'rest':
      return `...${typeText(type.elementType as SomeType)}`;
    case 'typeOperator':
      return `${type.operator} ${inBrackets(type.target)}`;
    case 'reference':
      return type.typeArguments?.length ? `${type.name}<${type.typeArguments.map(typeText).join(', ')}>` : type.name;
    default:
      return type.toString();
  }
}

function inBrackets(type: SomeType): string {
  const text = typeText(type);
  const isFunction = type.type === 'reflection' && type.declaration.signatures !== undefined;
  return isFunction || ['union', 'intersection', 'conditional'].includes(type.type) ? `(${text})` : text;
}

function literalText(declaration: DeclarationReflection): string {
  const [signature] = declaration.signatures ?? [];
  if (signature) return `(${parametersText(signature)}) => ${typeText(signature.type)}`;
  const index = (declaration.indexSignatures ?? []).map(
    ({ parameters, type }) => `[${parameters?.map(parameterText).join(', ')}]: ${typeText(type)}`,
  );
  const members = (declaration.children ?? []).map((child) => memberText(child));
  return members.length + index.length === 0 ? '{}' : `{ ${[...index, ...members].join('; ')} }`;
}

/** `readonly radius?: number`, `support(out: Vec3): Vec3` */
export function memberText(member: DeclarationReflection): string {
  const [signature] = member.signatures ?? [];
  if (signature) return `${member.name}(${parametersText(signature)}): ${typeText(signature.type)}`;
  const type = member.type ?? member.getSignature?.type ?? member.setSignature?.parameters?.[0].type;
  return `${member.flags.isReadonly ? 'readonly ' : ''}${member.name}${member.flags.isOptional ? '?' : ''}: ${typeText(type)}`;
}

export function parametersText(signature: SignatureReflection): string {
  return (signature.parameters ?? []).map(parameterText).join(', ');
}

export function parameterText(parameter: ParameterReflection): string {
  const isOptional = parameter.flags.isOptional || parameter.defaultValue !== undefined;
  const name = parameter.name === '__namedParameters' ? 'options' : parameter.name;
  return `${parameter.flags.isRest ? '...' : ''}${name}${isOptional ? '?' : ''}: ${typeText(parameter.type)}`;
}

/** `<Value extends object>` */
export function typeParametersText(
  parameters: readonly { name: string; type?: SomeType; default?: SomeType }[] = [],
): string {
  if (parameters.length === 0) return '';
  const list = parameters.map(
    ({ name, type, default: fallback }) =>
      `${name}${type ? ` extends ${typeText(type)}` : ''}${fallback ? ` = ${typeText(fallback)}` : ''}`,
  );
  return `<${list.join(', ')}>`;
}
