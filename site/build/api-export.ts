import {
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
  ReflectionKind,
  type SignatureReflection,
} from 'typedoc';
import type { ApiExport } from './api-model.ts';
import { memberText, parametersText, parameterText, typeParametersText, typeText } from './api-types.ts';

/** Address of an exported name from the current page; undefined where it has none. */
export type NameLink = (name: string) => string | undefined;

/** Beyond this many characters a signature has a line for each parameter. */
const LINE = 92;

/** An export as a section of Markdown. */
export function exportSection({ name, reflection, source }: ApiExport, linkTo: NameLink): string {
  const link: NameLink = (other) => (other === name ? undefined : linkTo(other));
  const parts = sectionParts(name, reflection, link);
  // the name itself is the anchor: `box` and `Box` are different exports
  return [`## ${name} {#${name}}`, ...parts, `<p class="api-source">Declared in <code>${source}</code></p>`]
    .filter((part) => part !== '')
    .join('\n\n');
}

function sectionParts(name: string, reflection: DeclarationReflection, link: NameLink): string[] {
  const signatures = signaturesOf(reflection);
  if (signatures.length > 0) {
    const code = signatures.map((signature) => functionText(name, signature)).join('\n');
    const [first] = signatures;
    return [codeHtml(code, link), commentText(reflection.comment ?? first.comment), parameterTable(first, link)];
  }
  switch (reflection.kind) {
    case ReflectionKind.Interface:
      return [codeHtml(headText('interface', name, reflection), link), ...described(reflection, link)];
    case ReflectionKind.Class:
      return [codeHtml(headText('class', name, reflection), link), ...described(reflection, link)];
    case ReflectionKind.TypeAlias: {
      const parameters = typeParametersText(reflection.typeParameters);
      const members = reflection.type?.type === 'reflection' ? reflection.type.declaration : undefined;
      const hasTable = members?.children !== undefined && members.signatures === undefined;
      const type = hasTable ? '{ ... }' : unionText(typeText(reflection.type));
      const code = codeHtml(`type ${name}${parameters} = ${type}`, link);
      return [code, commentText(reflection.comment), hasTable ? memberTable(members, link) : ''];
    }
    default:
      return [codeHtml(`const ${name}: ${typeText(reflection.type)}`, link), commentText(reflection.comment)];
  }
}

function described(reflection: DeclarationReflection, link: NameLink): string[] {
  return [commentText(reflection.comment), memberTable(reflection, link)];
}

/** Call signatures of a function, or of a constant whose type, or the type of that name, has some. */
function signaturesOf({ signatures, type, kind }: DeclarationReflection): SignatureReflection[] {
  if (signatures) return signatures;
  if (kind !== ReflectionKind.Variable) return [];
  if (type?.type === 'reflection') return type.declaration.signatures ?? [];
  const target = type?.type === 'reference' ? (type.reflection as DeclarationReflection | undefined) : undefined;
  const alias = target?.type?.type === 'reflection' ? target.type.declaration : undefined;
  return target?.signatures ?? alias?.signatures ?? [];
}

function functionText(name: string, signature: SignatureReflection): string {
  const head = `function ${name}${typeParametersText(signature.typeParameters)}`;
  const end = `: ${typeText(signature.type)}`;
  const line = `${head}(${parametersText(signature)})${end}`;
  if (line.length <= LINE) return line;
  const parameters = (signature.parameters ?? []).map((parameter) => `  ${parameterText(parameter)},\n`);
  return `${head}(\n${parameters.join('')})${end}`;
}

/** A long union with a line for each member. */
function unionText(text: string): string {
  return text.length <= LINE || text.includes('(') ? text : `\n  | ${text.split(' | ').join('\n  | ')}`;
}

function headText(keyword: string, name: string, reflection: DeclarationReflection): string {
  const bases = (reflection.extendedTypes ?? []).map(typeText);
  const parameters = typeParametersText(reflection.typeParameters);
  return `${keyword} ${name}${parameters}${bases.length > 0 ? ` extends ${bases.join(', ')}` : ''}`;
}

/** Fields and methods, inherited ones of the library included. */
function memberTable(reflection: DeclarationReflection, link: NameLink): string {
  const rows = (reflection.children ?? [])
    .filter(({ flags, inheritedFrom, sources }) => !flags.isPrivate && (!inheritedFrom || sources !== undefined))
    .map((member) => {
      const signature = member.signatures?.[0] ?? member.getSignature;
      const isConstructor = member.kind === ReflectionKind.Constructor;
      const text = isConstructor
        ? `new ${reflection.name}(${parametersText(member.signatures?.[0] as SignatureReflection)})`
        : memberText(member);
      return `| ${inlineCode(text, link)} | ${cell(commentText(signature?.comment ?? member.comment))} |`;
    });
  return rows.length === 0 ? '' : ['| member | meaning |', '| --- | --- |', ...rows].join('\n');
}

/** Parameters that the comment describes. */
function parameterTable(signature: SignatureReflection, link: NameLink): string {
  const described = (signature.parameters ?? []).filter(({ comment }) => comment !== undefined);
  const rows = described.map(
    (parameter) => `| ${inlineCode(parameterText(parameter), link)} | ${cell(commentText(parameter.comment))} |`,
  );
  return rows.length === 0 ? '' : ['| parameter | meaning |', '| --- | --- |', ...rows].join('\n');
}

function commentText(comment: Comment | undefined): string {
  if (!comment) return '';
  const titles: Record<string, string> = { '@returns': 'Returns', '@throws': 'Throws', '@see': 'See also' };
  const blocks = comment.blockTags.map(({ tag, content }) => {
    const text = partsText(content).trim();
    const title = titles[tag];
    return title === undefined ? text : `**${title}:** ${text}`;
  });
  return [partsText(comment.summary).trim(), ...blocks].filter(Boolean).join('\n\n');
}

function partsText(parts: readonly CommentDisplayPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'code') return part.text;
      if (part.kind === 'inline-tag') return `\`${part.text}\``;
      return escapeText(part.text);
    })
    .join('');
}

/** Prose: no HTML, no expressions of Vue, and `[m]: text` is no definition of a link. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('{{', '&#123;&#123;')
    .replaceAll(/\[([^\]]*)\]:/g, '\\[$1\\]:');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\n+/g, ' ');
}

function codeHtml(code: string, link: NameLink): string {
  return `<pre class="api-signature" v-pre><code class="api-code">${linked(code, link)}</code></pre>`;
}

function inlineCode(code: string, link: NameLink): string {
  return `<code class="api-code" v-pre>${linked(code, link).replaceAll('|', '&#124;')}</code>`;
}

/** Code as HTML in which exported names are links. */
function linked(code: string, link: NameLink): string {
  const quote = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return code
    .split(/('[^']*'|"[^"]*"|[A-Za-z_$][\w$]*)/)
    .map((token, i) => {
      if (i % 2 === 0) return quote(token);
      if (/^['"]/.test(token)) return `<span class="api-string">${quote(token)}</span>`;
      if (KEYWORDS.has(token)) return `<span class="api-keyword">${token}</span>`;
      const href = /^[A-Z]/.test(token) ? link(token) : undefined;
      return href === undefined ? token : `<a href="${href}">${token}</a>`;
    })
    .join('');
}

const KEYWORDS = new Set('function interface class type const readonly extends new keyof typeof'.split(' '));
