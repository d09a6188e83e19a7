// SPDX-License-Identifier: Apache-2.0
/** Looks through the sections of one language, in the browser. Letters with and without accents are the same. */
import { withBase } from '@rspress/core/runtime';
import type MiniSearch from 'minisearch';
import type { Section } from '../prepare/search-index.ts';

const RESULTS_MAX = 30;
const EXCERPT_CHARACTERS = 140;

export type Hit = Section;
export type Find = (query: string) => Hit[];

const loaded = new Map<string, Promise<Find>>();

/** Reads the sections of a language once; a failed load is tried again with the next search. */
export async function finderOf(language: string): Promise<Find> {
  const before = loaded.get(language);
  if (before !== undefined) return await before;
  const loading = load(language);
  loaded.set(language, loading);
  loading.catch(() => loaded.delete(language));
  return await loading;
}

async function load(language: string): Promise<Find> {
  const [{ default: Engine }, answer] = await Promise.all([
    import('minisearch'),
    fetch(withBase(`/search/${language}.json`)),
  ]);
  if (!answer.ok) throw new Error(`the search index was answered with ${answer.status}`);
  const sections = (await answer.json()) as Section[];
  const engine: MiniSearch<Section> = new Engine<Section>({
    fields: ['heading', 'page', 'text'],
    processTerm: (term) => plain(term) || null,
    searchOptions: {
      boost: { heading: 4, page: 2 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    },
  });
  engine.addAll(sections);
  const byId = new Map(sections.map((section) => [section.id, section]));
  return (query) => {
    return engine
      .search(query)
      .slice(0, RESULTS_MAX)
      .flatMap(({ id }) => byId.get(id as string) ?? []);
  };
}

/** As long as the text was, so that places in one are places in the other. */
function plain(text: string): string {
  return Array.from(text, (letter) => letter.normalize('NFD').slice(0, letter.length))
    .join('')
    .toLowerCase();
}

interface Piece {
  /** Its place in the excerpt. */
  readonly at: number;
  readonly part: string;
  readonly isHit: boolean;
}

/** The part of a text around the first word that was asked for, cut where its words are. */
export function excerptOf(text: string, query: string): Piece[] {
  const words = plain(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  const flat = plain(text);
  const first = Math.min(...words.map((word) => flat.indexOf(word)).filter((at) => at >= 0), text.length);
  const from = first === text.length ? 0 : Math.max(0, text.lastIndexOf(' ', Math.max(0, first - 40)) + 1);
  const shown = `${text.slice(from, from + EXCERPT_CHARACTERS)}${text.length > from + EXCERPT_CHARACTERS ? '…' : ''}`;
  if (words.length === 0) return [{ at: 0, part: shown, isHit: false }];
  let end = 0;
  return plain(shown)
    .split(new RegExp(`(${words.join('|')})`, 'g'))
    .map((piece, index) => {
      const at = end;
      end += piece.length;
      return { at, part: shown.slice(at, end), isHit: index % 2 === 1 };
    })
    .filter(({ part }) => part !== '');
}
