import { encodeUtf8 } from '../formats/text-bytes.ts';
import type { RunSummary } from '../sim/observer.ts';
import type { TableName } from './columns.ts';
import type { NamedScene } from './recorder.ts';
import { type FileEnds, type FilesMark, RecordingPieces, type RecordingSink, TABLE_NAMES } from './recording-pieces.ts';
import { type RecordingSummary, summarizeTables, summaryText } from './recording-summary.ts';
import { createRowObserver, type FullObserver } from './row-observer.ts';
import { createDigestObserver, type RunDigest, type RunEnding } from './run-digest.ts';

/** Observes a run and writes its recording during the run. */
export interface RecordingWriter extends FullObserver {
  readonly digest: RunDigest;
  /**
   * What completes copies of the files as they are, so that the run can be read while it continues: for each file, the bytes that follow those written so
   * far. To be called between steps; undefined before the first frame.
   */
  completeCopies(steps: number): FileEnds | undefined;
  /** Writes the remaining rows and the summary of a completed run. */
  finish(run: RunSummary): RecordingSummary;
  /**
   * Writes the summary of a run that was stopped, or could not continue. If the sink has failed, the files are first restored to their
   * last consistent state. Undefined if there is no complete frame; the files are then no recording.
   */
  finishEarly(ending: RunEnding): RecordingSummary | undefined;
}

/**
 * Buffered rows are written when they reach this size [bytes]. Enough rows to compress well; encoding them needs about three times as
 * much memory.
 */
const BUFFER_BYTES = 2 ** 23;

/** Tables of every recording; the others are present when they have rows. */
const ALWAYS: readonly string[] = ['frames', 'contacts', 'ledger'];

/** Content of the files in a consistent state. */
interface Checkpoint {
  readonly mark: FilesMark;
  readonly counts: RunDigest['counts'];
  readonly features: readonly string[];
  readonly summary: RunSummary | undefined;
}

/** `sceneText` is the file the scene was read from; it is written at once. */
export function createRecordingWriter(
  scene: NamedScene,
  sceneText: string,
  sink: RecordingSink,
  bufferBytes = BUFFER_BYTES,
): RecordingWriter {
  const pieces = new RecordingPieces(sink);
  const features = new Map<string, number>();
  const rows = createRowObserver(pieces, features);
  const digesting = createDigestObserver(scene);
  const { digest } = digesting;
  const { title, bodies } = digest;
  let last: Checkpoint | undefined;

  function writeBuffered(): Checkpoint {
    const names = [...features.keys()];
    const mark = pieces.writeBuffered({ bodies, features: names });
    const summary = digesting.summarizeSoFar({ status: 'interrupted', steps: 0 });
    last = { mark, counts: { ...digest.counts }, features: names, summary };
    return last;
  }

  /** Ends every file; the summary is written last: without it there is no recording. */
  function close({ counts, features }: Checkpoint, run: RunSummary): RecordingSummary {
    const tables = tablesWithRows(counts);
    const head = { title, bodies, ...(counts.tracking > 0 && { features }) };
    const summary = summarizeTables(head, tables, counts, run, pieces.endTables(tables));
    pieces.append('summary.json', encodeUtf8(summaryText(summary)));
    return summary;
  }

  function completeCopies(steps: number): FileEnds | undefined {
    const run = digesting.summarizeSoFar({ status: 'interrupted', failure: 'the run continues', steps });
    if (run === undefined) return undefined;
    const { counts } = digest;
    const tables = tablesWithRows(counts);
    const names = [...features.keys()];
    const ends = pieces.completeCopies(tables, { bodies, features: names });
    const head = { title, bodies, ...(counts.tracking > 0 && { features: names }) };
    const summary = summarizeTables(head, tables, counts, run, pieces.marksOf(ends));
    return new Map([...ends, ['summary.json', { length: 0, end: encodeUtf8(summaryText(summary)) }]]);
  }

  pieces.append('scene.json', encodeUtf8(sceneText));
  const both = observeBoth(rows, digesting);
  // only before a frame, a contact or an event: the tables of a frame stay together
  const flushIfFull = () => pieces.bufferedBytes >= bufferBytes && writeBuffered();
  return {
    ...both,
    digest,
    frame(...given): void {
      flushIfFull();
      pieces.beginFrame();
      both.frame(...given);
    },
    contact(row): void {
      flushIfFull();
      both.contact(row);
    },
    event(event): void {
      flushIfFull();
      both.event(event);
    },
    completeCopies,
    finish: (run) => close(writeBuffered(), run),
    finishEarly(ending: RunEnding): RecordingSummary | undefined {
      if (!pieces.hasFailed) {
        if (digesting.dropIncompleteFrame()) pieces.dropFrame();
        writeBuffered();
      } else if (last) pieces.restore(last.mark);
      return last?.summary && close(last, { ...last.summary, ...ending });
    },
  };
}

/** The same without files: only the summary remains of the run. */
export function createSummaryWriter(scene: NamedScene): RecordingWriter {
  const digesting = createDigestObserver(scene);
  const { digest } = digesting;
  const finish = (run: RunSummary) => summarizeTables(digest, tablesWithRows(digest.counts), digest.counts, run);
  return {
    ...digesting,
    completeCopies: () => undefined,
    finish,
    finishEarly(ending: RunEnding): RecordingSummary | undefined {
      digesting.dropIncompleteFrame();
      const run = digesting.summarizeSoFar(ending);
      return run && finish(run);
    },
  };
}

function tablesWithRows(counts: RunDigest['counts']): TableName[] {
  return TABLE_NAMES.filter((name) => ALWAYS.includes(name) || counts[name] > 0);
}

/** Reports every call to both observers. */
export function observeBoth(first: FullObserver, second: FullObserver): FullObserver {
  return {
    frame(...given): void {
      first.frame(...given);
      second.frame(...given);
    },
    nodes(...given): void {
      first.nodes(...given);
      second.nodes(...given);
    },
    tracking(row): void {
      first.tracking(row);
      second.tracking(row);
    },
    distances(row): void {
      first.distances(row);
      second.distances(row);
    },
    couplers(row): void {
      first.couplers(row);
      second.couplers(row);
    },
    joints(...given): void {
      first.joints(...given);
      second.joints(...given);
    },
    vehicles(...given): void {
      first.vehicles(...given);
      second.vehicles(...given);
    },
    pairs(row): void {
      first.pairs(row);
      second.pairs(row);
    },
    contact(row): void {
      first.contact(row);
      second.contact(row);
    },
    event(event): void {
      first.event(event);
      second.event(event);
    },
  };
}
