/** Light, dark, or as the system says. The colours are in `theme.css`. */
export type Theme = 'light' | 'dark' | 'system';

const KEY = 'appulse-theme';
const changes = new EventTarget();
const system = matchMedia('(prefers-color-scheme: dark)');
/** Colours read since the theme last changed: reading one makes the browser work out all styles anew. */
const known = new Map<string, string>();

export function theme(): Theme {
  const kept = readKept(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function setTheme(wanted: Theme): void {
  keep(KEY, wanted);
  document.documentElement.dataset['theme'] = wanted;
  tellFollowers();
}

function tellFollowers(): void {
  known.clear();
  changes.dispatchEvent(new Event('change'));
}

/** Puts the kept theme on the page, and tells followers when the system changes its mind. */
export function startTheme(): void {
  setTheme(theme());
  system.addEventListener('change', tellFollowers);
}

export function isDark(): boolean {
  const chosen = theme();
  return chosen === 'system' ? system.matches : chosen === 'dark';
}

/** Canvas drawings read colours when they are made, so they must be told. Called now and after every change. */
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

/** People who asked their system for less motion get none that they did not start. */
export function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Storage may be forbidden; then nothing is kept. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the choice holds for this visit
  }
}

export function readKept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
