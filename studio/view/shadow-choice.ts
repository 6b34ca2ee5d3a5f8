import { keep, readStored } from '../page/theme.ts';

/** `auto`: with shadows, until drawing is too slow for them. */
export const SHADOW_CHOICES = ['auto', 'on', 'off'] as const;
export type ShadowChoice = (typeof SHADOW_CHOICES)[number];

const KEY = 'appulse-shadows';

export function shadowChoice(): ShadowChoice {
  const stored = readStored(KEY);
  return SHADOW_CHOICES.find((choice) => choice === stored) ?? 'auto';
}

export function keepShadowChoice(choice: ShadowChoice): void {
  keep(KEY, choice);
}
