// SPDX-License-Identifier: Apache-2.0
/** A moment as a mail tells it: with its zone, since the reader may be in another one. */
import type { Language } from './text.ts';

export function momentText(at: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(at);
}
