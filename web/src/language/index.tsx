/** The language of the app: the browser's, or the one that the person chose; kept, and set on the document. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { keepPreference, readPreference } from '../ui/preference.ts';
import { en, type Messages } from './en.ts';
import { createFormat, type Format } from './format.ts';
import { ptBr } from './pt-br.ts';

const CATALOGUES = { en, 'pt-BR': ptBr } as const satisfies Record<string, Messages>;
export type Language = keyof typeof CATALOGUES;

/** Each in its own words, so that who cannot read the page finds theirs. */
export const LANGUAGES: readonly { value: Language; name: string }[] = [
  { value: 'en', name: 'English' },
  { value: 'pt-BR', name: 'Português' },
];

interface LanguageContext {
  language: Language;
  messages: Messages;
  format: Format;
  choose(language: Language): void;
}

const Context = createContext<LanguageContext | null>(null);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(
    () => ({
      language,
      messages: CATALOGUES[language],
      format: createFormat(language),
      choose(chosen: Language) {
        keepPreference('language', chosen);
        setLanguage(chosen);
      },
    }),
    [language],
  );
  return <Context value={value}>{children}</Context>;
}

export function useLanguage(): LanguageContext {
  const value = useContext(Context);
  if (value === null) throw new Error('a part of the app stands outside its language');
  return value;
}

function firstLanguage(): Language {
  const kept = readPreference<Language>('language', ['en', 'pt-BR']);
  if (kept !== null) return kept;
  const wanted = navigator.languages.find((tag) => /^(en|pt)\b/i.test(tag));
  return wanted !== undefined && /^pt/i.test(wanted) ? 'pt-BR' : 'en';
}
