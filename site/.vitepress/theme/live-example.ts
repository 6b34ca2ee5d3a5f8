import type { EditorView } from '@codemirror/view';
import { withBase } from 'vitepress';
import { defineComponent, h, nextTick, onBeforeUnmount, ref } from 'vue';
import type { ExampleReport } from '../../live/example.worker.ts';

/** A program that runs longer is stopped [ms]. */
const LIMIT = 20_000;

interface Output {
  readonly type: 'line' | 'picture' | 'error';
  readonly text: string;
}

/** A program of a page with its highlighted text in the slot; readers run it in a worker, and edit it. */
export const LiveExample = defineComponent({
  props: { code: { type: String, required: true } },
  setup(props, { slots }) {
    const original = decodeURIComponent(props.code);
    const output = ref<readonly Output[]>([]);
    const state = ref<'new' | 'running' | 'done'>('new');
    const isEditing = ref(false);
    const place = ref<HTMLElement>();
    let editor: EditorView | undefined;
    let worker: Worker | undefined;
    let timer = 0;

    const stop = () => {
      worker?.terminate();
      worker = undefined;
      clearTimeout(timer);
      if (state.value === 'running') state.value = 'done';
    };
    const add = (item: Output) => {
      output.value = [...output.value, item];
    };
    const fail = (text: string) => {
      add({ type: 'error', text });
      stop();
    };
    const run = () => {
      stop();
      output.value = [];
      state.value = 'running';
      worker = new Worker(withBase('/live/example.worker.js'), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<ExampleReport>) => (data.type === 'end' ? stop() : add(data));
      worker.onerror = ({ message }) => fail(message || 'The library could not be loaded.');
      timer = window.setTimeout(() => fail(`Stopped after ${LIMIT / 1000} s.`), LIMIT);
      worker.postMessage(editor?.state.doc.toString() ?? original);
    };
    const edit = async () => {
      const { openCodeEditor } = await import('../../live/code-editor.ts');
      isEditing.value = true;
      await nextTick();
      if (place.value && !editor) editor = openCodeEditor(place.value, original, run);
      editor?.focus();
    };
    const reset = () => {
      stop();
      editor?.destroy();
      editor = undefined;
      isEditing.value = false;
      output.value = [];
      state.value = 'new';
    };
    onBeforeUnmount(reset);

    return () =>
      h('div', { class: 'live-example' }, [
        isEditing.value ? h('div', { ref: place, class: 'live-editor' }) : slots['default']?.(),
        h('div', { class: 'live-bar' }, [
          state.value === 'running'
            ? h('button', { type: 'button', class: 'live-run', onClick: stop }, 'Stop')
            : h(
                'button',
                { type: 'button', class: 'live-run', title: 'Ctrl+Enter in the editor', onClick: run },
                'Run',
              ),
          isEditing.value
            ? h('button', { type: 'button', onClick: reset }, 'Reset')
            : h('button', { type: 'button', onClick: edit }, 'Edit'),
          h('span', { class: 'live-note' }, 'runs in this page'),
        ]),
        h('div', { class: 'live-output', role: 'log', 'aria-label': 'Output', hidden: state.value === 'new' }, [
          ...output.value.map(({ type, text }) =>
            type === 'picture'
              ? h('img', { src: `data:image/svg+xml,${encodeURIComponent(text)}`, alt: 'Drawing of the program' })
              : h('pre', { class: `live-${type}` }, text),
          ),
          state.value === 'done' && output.value.length === 0 ? h('pre', 'No output.') : null,
        ]),
      ]);
  },
});
