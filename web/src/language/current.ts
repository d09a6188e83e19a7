// SPDX-License-Identifier: Apache-2.0
/** The language that the page is shown in, for the parts that load words. */
import { createContext, useContext } from 'react';
import type { Language } from './languages.ts';

export const CurrentLanguage = createContext<Language>('en');

export function useCurrentLanguage(): Language {
  return useContext(CurrentLanguage);
}
