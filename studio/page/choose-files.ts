import { element } from './element.ts';

/**
 * Lets the user choose files, also on phones. The kind is not restricted: some systems do not let files of unknown types be chosen then.
 * Empty when the user cancels.
 */
export function chooseFiles(multiple = true): Promise<readonly File[]> {
  const input = element('input', { type: 'file', multiple, hidden: true, className: 'file-choice' });
  // an input that is not in the page may be collected before it answers
  document.body.append(input);
  return new Promise((resolve) => {
    const end = (files: readonly File[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('change', () => end([...(input.files ?? [])]), { once: true });
    input.addEventListener('cancel', () => end([]), { once: true });
    input.click();
  });
}
