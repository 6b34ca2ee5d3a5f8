import { element } from '../page/element.ts';

/** Gives a file to the user. */
export function download(name: string, blob: Blob): void {
  const link = element('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
