import { element } from '../page/element.ts';

export interface NumberRule {
  /** Smallest value, and whether it is itself allowed. */
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
}

/** Reads a number as it is typed; the reason says why it is not accepted. */
export function readNumber(text: string, { above, min, max }: NumberRule): { value: number } | { reason: string } {
  const trimmed = text.trim().replace('−', '-').replace(',', '.');
  const value = Number(trimmed);
  if (trimmed === '' || !Number.isFinite(value)) return { reason: `“${text}” is not a number` };
  if (above !== undefined && !(value > above)) return { reason: `must be above ${above}, got ${value}` };
  if (min !== undefined && value < min) return { reason: `must be at least ${min}, got ${value}` };
  if (max !== undefined && value > max) return { reason: `must be at most ${max}, got ${value}` };
  return { value };
}

let fields = 0;

/** A row of numbers with a common name; a number that is not accepted keeps its text, with the reason below. */
export function createNumberRow(
  label: string,
  unit: string,
  names: readonly string[],
  rule: NumberRule,
  change: (index: number, value: number) => void,
  owner = '',
) {
  const id = `play-number-${++fields}`;
  const reason = element('p', { className: 'play-reason', id, role: 'status' });
  const shown = names.map(() => Number.NaN);
  const inputs = names.map((name, index) => {
    const input = element('input', {
      className: 'field play-number',
      type: 'text',
      inputMode: 'decimal',
      autocomplete: 'off',
      spellcheck: false,
      'aria-label': [label, name, owner && `of ${owner}`, unit && `in ${unitWord(unit)}`].filter(Boolean).join(' '),
    });
    const accept = () => {
      const found = readNumber(input.value, rule);
      const isWrong = 'reason' in found;
      input.setAttribute('aria-invalid', String(isWrong));
      if (isWrong) input.setAttribute('aria-describedby', id);
      else input.removeAttribute('aria-describedby');
      reason.textContent = isWrong ? `${[label, name].filter(Boolean).join(' ')}: ${found.reason}` : '';
      if (isWrong || found.value === shown[index]) return;
      shown[index] = found.value;
      change(index, found.value);
    };
    input.addEventListener('input', accept);
    input.addEventListener('blur', () => {
      if (input.getAttribute('aria-invalid') !== 'true') input.value = textOf(shown[index]);
    });
    input.addEventListener('keydown', (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      const found = readNumber(input.value, {});
      if (step === undefined || 'reason' in found) return;
      event.preventDefault();
      input.value = textOf(
        Number((found.value + step * stepOf(found.value) * (event.shiftKey ? 0.1 : 1)).toPrecision(12)),
      );
      accept();
    });
    return input;
  });
  const head = element(
    'span',
    { className: 'play-row-label' },
    label,
    unit && element('span', { className: 'muted' }, ` ${unit}`),
  );
  return {
    element: element(
      'div',
      { className: 'play-row' },
      head,
      element('div', { className: 'play-row-fields' }, ...inputs),
      reason,
    ),
    set(values: readonly number[]) {
      for (const [i, input] of inputs.entries()) {
        if (
          values[i] === shown[i] ||
          (document.activeElement === input && input.getAttribute('aria-invalid') === 'true')
        )
          continue;
        shown[i] = values[i];
        // the text of the field that is being edited stays
        if (document.activeElement !== input || Number(input.value) !== values[i]) input.value = textOf(values[i]);
        input.removeAttribute('aria-invalid');
      }
      if (!inputs.some((input) => input.getAttribute('aria-invalid') === 'true')) reason.textContent = '';
    },
    setDisabled(disabled: (index: number) => boolean) {
      for (const [i, input] of inputs.entries()) input.disabled = disabled(i);
    },
  };
}

export type NumberRow = ReturnType<typeof createNumberRow>;

function unitWord(unit: string): string {
  return (
    {
      m: 'metres',
      '°': 'degrees',
      'm/s': 'metres per second',
      'rad/s': 'radians per second',
      kg: 'kilograms',
      s: 'seconds',
    }[unit] ?? unit
  );
}

/** Four digits: fields are narrow; the state has all of them. */
function textOf(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : '';
}

/** A tenth of the power of ten of the value, at least 0.01. */
function stepOf(value: number): number {
  return Math.max(0.01, 10 ** (Math.floor(Math.log10(Math.abs(value) || 0.1)) - 1));
}
