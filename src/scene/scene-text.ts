/** A scene document as indented JSON text, lists of numbers on one line. */
export function sceneText(document: object): string {
  const text = JSON.stringify(document, null, 2).replaceAll(/\[[\s\d.,eE+-]*\]/g, (list) =>
    list.replaceAll(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  );
  return `${text}\n`;
}
