import { encodeUtf8 } from '../formats/text-bytes.ts';
import type { RunSummary } from '../sim/observer.ts';
import type { TableName } from './columns.ts';
import type { NamedScene } from './recorder.ts';
import { type FilesMark, RecordingPieces, type RecordingSink, TABLE_NAMES } from './recording-pieces.ts';
import { type RecordingSummary, summarizeTables, summaryText } from './recording-summary.ts';
import { createRowObserver, type FullObserver } from './row-observer.ts';
import { createDigestObserver, type RunDigest, type RunEnding } from './run-digest.ts';

/** Listens to a run and writes its recording as the run goes. */
export interface RecordingWriter extends FullObserver {
  readonly digest: RunDigest;
  /** Writes what is left and the summary of a run that has returned one. */
  finish(run: RunSummary): RecordingSummary;
  /**
   * Writes the summary of a run that was stopped, or could not go on. If the sink has failed, what was written since all files were
   * last in agreement is taken back first. Undefined if not even one frame is there; the files are then no recording.
   */
  finishEarly(ending: RunEnding): RecordingSummary | undefined;
}

/**
 * Rows are held until they are this large together, then written [bytes]. Enough rows to compress well; while they are encoded
 * the run needs some three times as much memory.
 */
const HELD_BYTES = 2 ** 23;

/** Of every recording; the other tables are there when they have rows. */
const ALWAYS: readonly string[] = ['frames', 'contacts', 'ledger'];

/** What the files hold when they agree with each other. */
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
  heldBytes = HELD_BYTES,
): RecordingWriter {
  const pieces = new RecordingPieces(sink);
  const features = new Map<string, number>();
  const rows = createRowObserver(pieces, features);
  const digesting = createDigestObserver(scene);
  const { digest } = digesting;
  const { title, bodies } = digest;
  let last: Checkpoint | undefined;

  function writeHeld(): Checkpoint {
    const names = [...features.keys()];
    const mark = pieces.writeHeld({ bodies, features: names });
    const summary = digesting.summarizeSoFar({ status: 'interrupted', steps: 0 });
    last = { mark, counts: { ...digest.counts }, features: names, summary };
    return last;
  }

  /** Ends every file; the summary is the last, so that without it there is no recording. */
  function close({ counts, features }: Checkpoint, run: RunSummary): RecordingSummary {
    const tables = tablesWithRows(counts);
    const head = { title, bodies, ...(counts.tracking > 0 && { features }) };
    const summary = summarizeTables(head, tables, counts, run, pieces.endTables(tables));
    pieces.append('summary.json', encodeUtf8(summaryText(summary)));
    return summary;
  }

  pieces.append('scene.json', encodeUtf8(sceneText));
  const both = observeBoth(rows, digesting);
  // only before a frame, a contact or an event: the tables of a frame stay together
  const makeRoom = () => pieces.heldSize >= heldBytes && writeHeld();
  return {
    ...both,
    digest,
    frame(...given): void {
      makeRoom();
      pieces.beginFrame();
      both.frame(...given);
    },
    contact(row): void {
      makeRoom();
      both.contact(row);
    },
    event(event): void {
      makeRoom();
      both.event(event);
    },
    finish: (run) => close(writeHeld(), run),
    finishEarly(ending: RunEnding): RecordingSummary | undefined {
      if (!pieces.isBroken) {
        if (digesting.dropTornFrame()) pieces.dropFrame();
        writeHeld();
      } else if (last) pieces.takeBack(last.mark);
      return last?.summary && close(last, { ...last.summary, ...ending });
    },
  };
}

/** The same without files: the summary is all that is left of the run. */
export function createSummaryWriter(scene: NamedScene): RecordingWriter {
  const digesting = createDigestObserver(scene);
  const { digest } = digesting;
  const finish = (run: RunSummary) => summarizeTables(digest, tablesWithRows(digest.counts), digest.counts, run);
  return {
    ...digesting,
    finish,
    finishEarly(ending: RunEnding): RecordingSummary | undefined {
      digesting.dropTornFrame();
      const run = digesting.summarizeSoFar(ending);
      return run && finish(run);
    },
  };
}

function tablesWithRows(counts: RunDigest['counts']): TableName[] {
  return TABLE_NAMES.filter((name) => ALWAYS.includes(name) || counts[name] > 0);
}

/** Reports everything to both. */
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
    vehicles(...given): void {
      first.vehicles(...given);
      second.vehicles(...given);
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
