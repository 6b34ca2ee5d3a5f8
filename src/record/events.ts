import { isTooDeep, MAX_JSON_LEVELS } from '../formats/json-depth.ts';
import type { SimEvent } from '../sim/observer.ts';
import { exactJson } from './exact-json.ts';

/** Events as JSON Lines: one event per line. */
export function eventsToJsonLines(events: readonly SimEvent[]): string {
  return events.map((event) => `${exactJson(event)}\n`).join('');
}

/** Reads JSON Lines back into events. Throws a SyntaxError that names the line. */
export function eventsFromJsonLines(text: string): SimEvent[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    const event = parseLine(line, index + 1);
    if (isTooDeep(event)) throw new SyntaxError(`line ${index + 1}: more than ${MAX_JSON_LEVELS} levels deep`);
    if (typeof event?.type !== 'string' || typeof event.time !== 'number' || !Array.isArray(event.bodies)) {
      throw new SyntaxError(`line ${index + 1}: an event has a type, a time and two bodies, got ${line.slice(0, 80)}`);
    }
    return event;
  });
}

function parseLine(line: string, number: number): SimEvent | null {
  try {
    return JSON.parse(line) as SimEvent | null;
  } catch (cause) {
    throw new SyntaxError(`line ${number}: not JSON: ${line.slice(0, 80)}`, { cause });
  }
}
