/**
 * uPlot uses Intl with the language of the browser when it is loaded, and Intl throws for names of some systems
 * (`en-US@posix`). Imported before uPlot, this sets a valid name.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
