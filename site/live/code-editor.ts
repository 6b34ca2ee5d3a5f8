import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the theme (`style.css`), so that the editor looks like the block it replaces. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--code-function)' },
]);

/** An editor for a program. `run` is the action of Ctrl+Enter. */
export function openCodeEditor(parent: Element, code: string, run: () => void): EditorView {
  const runKey = {
    key: 'Mod-Enter',
    run() {
      run();
      return true;
    },
  };
  return new EditorView({
    parent,
    doc: code,
    extensions: [
      history(),
      indentUnit.of('  '),
      javascript({ typescript: true }),
      syntaxHighlighting(COLOURS),
      // Tab leaves the editor, as everywhere in the page
      keymap.of([runKey, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': 'Program' }),
    ],
  });
}
