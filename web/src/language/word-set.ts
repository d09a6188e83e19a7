// SPDX-License-Identifier: Apache-2.0
/**
 * Words stand beside the page or part that says them, each language in a file of its own; only one of them is loaded.
 * The English file is the catalogue: the type of the others is taken from it, so that a missing word does not compile.
 */
import { use } from 'react';
import { useCurrentLanguage } from './current.ts';
import type { Language } from './languages.ts';

type Source<Words> = () => Promise<{ words: Words }>;

export interface WordSet<Words> {
  load(language: Language): Promise<Words>;
  /** The words that have arrived, so that a page seen before is drawn without waiting. */
  loaded(language: Language): Words | undefined;
}

const asked = new Set<WordSet<unknown>>();

export function wordSet<Words>(sources: Readonly<Record<Language, Source<Words>>>): WordSet<Words> {
  const pending = new Map<Language, Loading<Words>>();
  const set: WordSet<Words> = {
    load(language) {
      asked.add(set);
      let loading = pending.get(language);
      if (loading === undefined) {
        loading = settled(sources[language]().then(({ words }) => words));
        // A file that did not arrive is asked for again.
        loading.catch(() => pending.delete(language));
        pending.set(language, loading);
      }
      return loading;
    },
    loaded: (language) => pending.get(language)?.value,
  };
  return set;
}

/** React reads both fields of a promise, and does not wait for one that says that it is fulfilled. */
interface Loading<Words> extends Promise<Words> {
  status?: 'fulfilled';
  value?: Words;
}

function settled<Words>(promise: Promise<Words>): Loading<Words> {
  const loading: Loading<Words> = promise.then((value) => {
    loading.status = 'fulfilled';
    loading.value = value;
    return value;
  });
  return loading;
}

/** The words in the language of the page; a part whose words are still on their way waits for them. */
export function useWords<Words>(set: WordSet<Words>): Words {
  return use(set.load(useCurrentLanguage()));
}

/** Before another language is shown: everything that was read so far, in that one. */
export async function loadWordsAgain(language: Language): Promise<void> {
  await Promise.all([...asked].map((set) => set.load(language)));
}
