import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Paper, Underlay } from '../entries/vehicles.ts';
import { readImageInfo } from '../formats/image-size.ts';
import { InputError } from './failure.ts';
import { readWholeFile } from './files.ts';
import type { FileKind } from './staging.ts';

/** Options of reports to print. */
export interface PageOptions {
  readonly times?: readonly number[];
  readonly underlay?: string;
  readonly scale?: number;
  readonly origin?: readonly [number, number];
  readonly paper: Paper;
}

export const PAGE_KIND: FileKind = { what: 'report', start: /^<!doctype html>[\s\S]*content="appulse report"/i };

/** Pictures may be this large [bytes]: they are part of the page. */
const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

export function pageOptions(command: Command): Command {
  return command
    .option('--times <list>', 'times at which the diagram shows the vehicles, in seconds: 0,0.5,1', parseTimes)
    .option('--underlay <file>', 'picture of the site below the diagram, .png or .jpg; needs --scale')
    .option('--scale <m>', 'size of a pixel of that picture on the ground, in metres', parseScale)
    .option('--origin <x,y>', 'position of its lower left corner, in metres (default: 0,0)', parsePoint)
    .addOption(new Option('--paper <size>', 'size of the paper').choices(['any', 'A4', 'letter']).default('any'));
}

function numbersOf(text: string): number[] {
  return text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
}

function parseTimes(text: string): number[] {
  const times = numbersOf(text);
  if (times.length > 50 || !times.every((time) => time >= 0 && Number.isFinite(time))) {
    throw new InvalidArgumentError('Expected at most 50 times in seconds, not negative, such as 0,0.5,1.');
  }
  return [...new Set(times)].sort((a, b) => a - b);
}

function parseScale(text: string): number {
  const scale = Number(text);
  if (text.trim() === '' || !(scale > 0 && scale < 1e6)) {
    throw new InvalidArgumentError('Expected the size of a pixel in metres, above zero, such as 0.05.');
  }
  return scale;
}

function parsePoint(text: string): [number, number] {
  const numbers = numbersOf(text);
  if (numbers.length !== 2 || !numbers.every(Number.isFinite)) {
    throw new InvalidArgumentError('Expected two numbers, such as -12.5,3.');
  }
  return [numbers[0], numbers[1]];
}

/** The picture of the site, as part of the page. */
export async function readUnderlay({ underlay, scale, origin = [0, 0] }: PageOptions): Promise<Underlay | undefined> {
  if (underlay === undefined) {
    if (scale !== undefined) throw new InputError('--scale is the scale of a picture, expected --underlay too');
    return undefined;
  }
  if (scale === undefined)
    throw new InputError('--underlay needs --scale, the size of a pixel on the ground in metres');
  const bytes = await readWholeFile(underlay, 'picture', MAX_PICTURE_BYTES);
  const info = readImageInfo(bytes);
  if (info === undefined) throw new InputError(`cannot read picture '${underlay}': expected a PNG or JPEG file`);
  const url = `data:${info.type};base64,${bytes.toString('base64')}`;
  return { url, at: origin, width: scale * info.width, height: scale * info.height };
}
