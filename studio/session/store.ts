/** An observable value. Plain data, changed by `set` only. */
export interface Store<State extends object> {
  get(): State;
  /**
   * Replaces some entries. Equal values (`Object.is`) do not count as changed. Followers are notified synchronously; an error of
   * one of them is rethrown after all were notified.
   */
  set(changes: Partial<State>): void;
  /** `follow` is called now, and after every `set` that changed one of `keys`, until `signal` is aborted. */
  follow<Key extends keyof State>(
    keys: readonly Key[],
    follow: (state: State, changed: ReadonlySet<keyof State>) => void,
    signal: AbortSignal,
  ): void;
}

interface Follower<State> {
  readonly keys: readonly (keyof State)[];
  readonly follow: (state: State, changed: ReadonlySet<keyof State>) => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const followers = new Set<Follower<State>>();
  return {
    get: () => state,
    set(changes) {
      const keys = (Object.keys(changes) as (keyof State)[]).filter((key) => !Object.is(state[key], changes[key]));
      if (keys.length === 0) return;
      state = { ...state, ...changes };
      const changed = new Set(keys);
      const thrown: unknown[] = [];
      for (const { keys: wanted, follow } of [...followers]) {
        if (!wanted.some((key) => changed.has(key))) continue;
        try {
          follow(state, changed);
        } catch (error) {
          thrown.push(error);
        }
      }
      if (thrown.length > 0) throw thrown[0];
    },
    follow(keys, follow, signal) {
      if (signal.aborted) return;
      const follower: Follower<State> = { keys, follow };
      followers.add(follower);
      signal.addEventListener('abort', () => followers.delete(follower), { once: true });
      follow(state, new Set(keys));
    },
  };
}
