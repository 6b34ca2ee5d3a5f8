/**
 * Creates elements in one expression: `element('button', { type: 'button', onclick: play }, 'Play')`.
 *
 * Keys are properties of the element where it has one of that name (`className`, `textContent`, `onclick`, `hidden`), else
 * attributes (`aria-label`, `role`, `data-name`); `undefined` and `false` attributes are omitted. Style attributes are blocked by the page's
 * Content-Security-Policy: set `element.style.width = ...` afterwards, or use a class.
 */
export type Child = Node | string | undefined | false;

type Attributes = Readonly<Record<string, unknown>>;

type Properties<E> = Partial<Omit<E, 'style' | 'children' | 'dataset'>> & Attributes;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name in made) Reflect.set(made, name, value);
    else if (value !== false) made.setAttribute(name, String(value));
  }
  made.append(...shown(children));
  return made;
}

/** The same for SVG: all keys are attributes. */
export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...shown(children));
  return made;
}

function shown(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== undefined && child !== false);
}
