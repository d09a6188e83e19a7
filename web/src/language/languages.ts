// SPDX-License-Identifier: Apache-2.0
/** The languages of the app. */
import { readPreference } from '../preference/index.ts';

export type Language = 'en' | 'pt-BR';

/** Each language in its own words, so that readers find theirs on any page. */
export const LANGUAGES: readonly { value: Language; name: string }[] = [
  { value: 'en', name: 'English' },
  { value: 'pt-BR', name: 'Português' },
];

/** The one that the person chose, else the first of the browser's that the app has. */
export function firstLanguage(): Language {
  const kept = readPreference<Language>('language', ['en', 'pt-BR']);
  if (kept !== null) return kept;
  const wanted = navigator.languages.find((tag) => /^(en|pt)\b/i.test(tag));
  return wanted !== undefined && /^pt/i.test(wanted) ? 'pt-BR' : 'en';
}
