// SPDX-License-Identifier: Apache-2.0
/** The language of the page and the zone of its times: its words, dates and numbers. Kept, and set on the document. */
import { createContext, type ReactNode, startTransition, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { keepPreference } from '../preference/index.ts';
import { commonWords } from './common.ts';
import { CurrentLanguage } from './current.ts';
import type { Messages } from './en.ts';
import { createFormat, type Format } from './format.ts';
import type { Language } from './languages.ts';
import { firstOrganizationZone, firstTimes, TIMES_PREFERENCE, ZONE_PREFERENCE } from './times.ts';
import { loadWordsAgain } from './word-set.ts';
import { type Times, zoneOf } from './zone.ts';

interface LanguageContext {
  language: Language;
  /** The words of every page. A page's own words: `useWords`. */
  messages: Messages;
  format: Format;
  choose(language: Language): void;
  /** Which zone times are told in. */
  times: Times;
  chooseTimes(times: Times): void;
  /** The organization that is open says its zone. */
  tellZone(zone: string): void;
}

const Context = createContext<LanguageContext | null>(null);

export async function loadLanguage(language: Language): Promise<void> {
  await commonWords.load(language);
}

/** @param first the words of it have been loaded */
export function LanguageProvider({ first, children }: { first: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(first);
  const [times, setTimes] = useState(firstTimes);
  const [organizationZone, setOrganizationZone] = useState(firstOrganizationZone);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(() => {
    const messages = commonWords.loaded(language);
    if (messages === undefined) throw new Error(`the words of ${language} are not loaded`);
    return {
      language,
      messages,
      format: createFormat(language, zoneOf(times, organizationZone)),
      times,
      chooseTimes(chosen: Times) {
        keepPreference(TIMES_PREFERENCE, chosen);
        setTimes(chosen);
      },
      tellZone(zone: string) {
        keepPreference(ZONE_PREFERENCE, zone);
        setOrganizationZone(zone);
      },
      choose(chosen: Language) {
        void loadWordsAgain(chosen).then(() => {
          keepPreference('language', chosen);
          startTransition(() => setLanguage(chosen));
        });
      },
    };
  }, [language, times, organizationZone]);
  return (
    <CurrentLanguage value={language}>
      <Context value={value}>{children}</Context>
    </CurrentLanguage>
  );
}

export function useLanguage(): LanguageContext {
  const value = useContext(Context);
  if (value === null) throw new Error('a part of the app stands outside its language');
  return value;
}
