/** An edited scene that the browser keeps. */
export interface Draft {
  readonly id: string;
  /** The scene it belongs to: `example/docking`. */
  readonly scene: string;
  readonly text: string;
  /** [ms] since 1970 */
  readonly saved: number;
}

/** Edited scenes, stored by the browser so that a crash or a closed page loses nothing. */
export interface Drafts {
  /** Whether they survive the page; if not, they are in memory as long as it is open. */
  isLasting(): Promise<boolean>;
  /** Those of a scene, the newest first. */
  of(scene: string): Promise<readonly Draft[]>;
  save(draft: Draft): Promise<void>;
  remove(id: string): Promise<void>;
}

const DATABASE = 'appulse';
const STORE = 'drafts';
/** Older drafts of a scene are dropped beyond this number. */
const MAX_PER_SCENE = 5;
/** Drafts that were not opened for so long are dropped [ms]. */
const MAX_AGE = 90 * 24 * 3600 * 1000;

let opened: Drafts | undefined;

/** The drafts of this browser. */
export function openDrafts(): Drafts {
  opened ??= createDrafts();
  return opened;
}

function createDrafts(): Drafts {
  const memory = new Map<string, Draft>();
  let database: Promise<IDBDatabase | undefined> | undefined;
  const connection = () => {
    database ??= connect(() => {
      // another page upgrades or deletes the database
      database = undefined;
    });
    return database;
  };
  /** In the database, or in memory without one. */
  const use = async <T>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => { readonly result: T },
    otherwise: () => T,
  ): Promise<T> => {
    const connected = await connection();
    if (connected === undefined) return otherwise();
    const transaction = connected.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser could not store the scene'));
    });
  };
  const drafts: Drafts = {
    isLasting: async () => (await connection()) !== undefined,
    async of(scene) {
      const all = await use<Draft[]>(
        'readonly',
        (store) => store.index('scene').getAll(scene),
        () => [...memory.values()].filter((draft) => draft.scene === scene),
      );
      const sorted = all.sort((a, b) => b.saved - a.saved);
      const isRecent = (draft: Draft, i: number) => i < MAX_PER_SCENE && Date.now() - draft.saved < MAX_AGE;
      for (const [i, draft] of sorted.entries()) if (!isRecent(draft, i)) await drafts.remove(draft.id);
      return sorted.filter(isRecent);
    },
    async save(draft) {
      await use<unknown>(
        'readwrite',
        (store) => store.put(draft),
        () => memory.set(draft.id, draft),
      );
    },
    async remove(id) {
      await use<unknown>(
        'readwrite',
        (store) => store.delete(id),
        () => memory.delete(id),
      );
    },
  };
  return drafts;
}

/** Undefined where the browser has no storage: in some private windows, or when it is full. */
function connect(onClose: () => void): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open(DATABASE, 1);
    } catch {
      resolve(undefined);
      return;
    }
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('scene', 'scene');
    request.onerror = () => resolve(undefined);
    request.onsuccess = () => {
      const { result } = request;
      result.onversionchange = () => {
        result.close();
        onClose();
      };
      result.onclose = onClose;
      resolve(result);
    };
  });
}
