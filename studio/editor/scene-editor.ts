import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { getLocation, parse } from 'jsonc-parser';
import { element } from '../page/element.ts';
import { changeBetween } from '../session/history.ts';
import type { Failure } from '../worker/jobs.ts';
import { completeScene, describe } from './completion.ts';
import { loadSchema, schemasAt } from './schema.ts';

/** The text of a scene, with completion and errors in place. It has no history of its own: that of the page has all changes. */
export interface SceneEditor {
  readonly element: HTMLElement;
  text(): string;
  /** Sets another scene. */
  load(text: string): void;
  /** Shows a change that was made elsewhere; cursor and scroll position remain. */
  replace(text: string): void;
  showFailure(failure: Failure | undefined): void;
  focus(): void;
  dispose(): void;
}

export interface EditorActions {
  /** The user has changed the text. */
  change(text: string): void;
  run(): void;
  undo(): void;
  redo(): void;
}

/** Marks changes that were made elsewhere. */
const fromOutside = Annotation.define<boolean>();

export function createSceneEditor(actions: EditorActions): SceneEditor {
  const host = element('div', { className: 'editor-host' });
  // the policy of the page allows style rules of the editor only in a shadow tree
  const root = host.attachShadow({ mode: 'open' });
  const place = element('div', {});
  place.style.height = '100%';
  const bubbles = element('div', {});
  root.append(place, bubbles);
  const extensions = [
    lineNumbers(),
    foldGutter(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    lintGutter(),
    json(),
    syntaxHighlighting(COLORS),
    THEME,
    autocompletion({ override: [completeScene], activateOnTyping: true }),
    hoverTooltip(explain),
    tooltips({ parent: bubbles }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Text of the scene' }),
    keymap.of([
      {
        key: 'Mod-Enter',
        run: () => {
          actions.run();
          return true;
        },
      },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...lintKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      const isOwn = !update.transactions.some((one) => one.annotation(fromOutside));
      if (update.docChanged && isOwn) actions.change(update.state.doc.toString());
    }),
    // menus and touch keyboards undo by this event
    EditorView.domEventHandlers({
      beforeinput(event) {
        if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
        event.preventDefault();
        if (event.inputType === 'historyUndo') actions.undo();
        else actions.redo();
        return true;
      },
    }),
  ];
  const view = new EditorView({ parent: place, root });
  // a long text can be scrolled by keys
  view.scrollDOM.tabIndex = 0;
  const text = () => view.state.doc.toString();
  return {
    element: host,
    text,
    load: (next) => view.setState(EditorState.create({ doc: next, extensions })),
    replace(next) {
      const { from, removed, inserted } = changeBetween(text(), next);
      view.dispatch({
        changes: { from, to: from + removed.length, insert: inserted },
        annotations: fromOutside.of(true),
      });
    },
    showFailure: (failure) =>
      view.dispatch(setDiagnostics(view.state, failure ? [diagnosticOf(view.state, failure)] : [])),
    focus: () => view.focus(),
    dispose: () => view.destroy(),
  };
}

/** At the location of the error; without one, at the first line. */
function diagnosticOf(state: EditorState, { message, line = 1, column = 1 }: Failure): Diagnostic {
  const at = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  const from = Math.min(at.from + column - 1, at.to);
  const word = /^("(?:[^"\\]|\\.)*"|[^\s,\]}]+)/.exec(state.doc.sliceString(from, at.to))?.[0].length ?? 0;
  return { from, to: from + word, severity: 'error', message: message.replace(/^[^:]*:\d+:\d+:?\s*/, '') };
}

/** Description of a key on hover. */
async function explain(view: EditorView, pos: number) {
  const text = view.state.doc.toString();
  const { path, previousNode } = getLocation(text, pos);
  if (previousNode === undefined || path.length === 0) return null;
  const [found] = schemasAt(await loadSchema(), parse(text), path);
  if (!found?.description) return null;
  const { offset, length } = previousNode;
  return {
    pos: offset,
    end: offset + length,
    create: () => ({ dom: element('div', { className: 'cm-meaning' }, describe(found)) }),
  };
}

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', color: 'var(--ink)', backgroundColor: 'var(--panel)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    border: '1px solid var(--line)',
    color: 'var(--ink)',
    maxWidth: '26rem',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-meaning, .cm-completionInfo': { padding: '4px 8px', maxWidth: '24rem' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
});
