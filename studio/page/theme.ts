/** Light, dark, or the system theme. The colours are in `theme.css`. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'appulse-theme';
const changes = new EventTarget();
const system = matchMedia('(prefers-color-scheme: dark)');
/** Cache of colours since the last change of theme: reading one makes the browser recompute all styles. */
const known = new Map<string, string>();

export function theme(): Theme {
  const stored = readStored(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function setTheme(wanted: Theme): void {
  keep(KEY, wanted);
  document.documentElement.dataset['theme'] = wanted;
  notifyFollowers();
}

function notifyFollowers(): void {
  known.clear();
  changes.dispatchEvent(new Event('change'));
}

/** Applies the stored theme, and notifies followers when the system theme changes. */
export function startTheme(): void {
  setTheme(theme());
  system.addEventListener('change', notifyFollowers);
}

export function isDark(): boolean {
  const chosen = theme();
  return chosen === 'system' ? system.matches : chosen === 'dark';
}

/** Canvas drawings read colours when they are drawn, so they need notification. Called now and after every change. */
export function followTheme(follow: () => void, signal: AbortSignal): void {
  changes.addEventListener('change', follow, { signal });
  follow();
}

/** A colour of `theme.css` (`--accent`) as `rgb(...)`, for canvases. */
export function themeColor(name: `--${string}`): string {
  const color = known.get(name) ?? readColor(name);
  known.set(name, color);
  return color;
}

function readColor(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** With reduced motion set in the system, nothing moves unless the user starts it. */
export function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Storage may be unavailable; then nothing is stored. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the choice applies to this visit only
  }
}

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
