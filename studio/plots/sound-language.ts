/**
 * uPlot asks Intl for the language of the browser as soon as it is loaded, and Intl throws at names that some systems give it
 * (`en-US@posix`). Imported before uPlot, this gives such a browser a name that Intl knows.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
