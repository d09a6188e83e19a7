// SPDX-License-Identifier: Apache-2.0
/** The pages that people read are written in short sentences, subject first. The contract's reference is generated. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, averageWords, sentencesOf } from './prose.ts';
import { ROOT, readRepositoryFile, repositoryFiles } from './source-files.ts';

const WORDS_PER_SENTENCE_MAX = 18;
const WORDS_IN_A_SENTENCE_MAX = 40;

const pages = repositoryFiles().filter(
  (file) => /^(docs\/.*|README|CHANGELOG)\.md$/.test(file) && !file.startsWith('docs/reference/'),
);
/** Records tell how measurements were made, in somewhat longer sentences. */
const RECORD_WORDS_PER_SENTENCE_MAX = 20;
const wordsMax = (file: string): number =>
  file.startsWith('docs/decisions/') ? RECORD_WORDS_PER_SENTENCE_MAX : WORDS_PER_SENTENCE_MAX;
/** Rules about English words are not for translations. */
const inEnglish = pages.filter((file) => !file.startsWith('docs/pt-BR/'));

describe('the reader of sentences', () => {
  it('counts list items, and leaves code and tables out of the average', () => {
    const page =
      '# Of a title\n\nOne two three. Four `a b. C` six\nseven.\n\n- Eight nine.\n\n| ten | x |\n\n```\ncode. code.\n```\n';
    const sentences = sentencesOf(page);
    expect(sentences.filter(({ isProse }) => isProse).map(({ words }) => words)).toEqual([3, 4, 2]);
    expect(averageWords(sentences)).toBe(3);
    expect(sentences.filter(({ isProse }) => !isProse).map(({ text }) => text)).toEqual(['Of a title', 'ten', 'x']);
  });
});

describe('sentences', () => {
  it.each(pages)('of %s are short on average, and never longer than 40 words', (file) => {
    const sentences = sentencesOf(readRepositoryFile(file));
    expect(averageWords(sentences)).toBeGreaterThan(0);
    expect(averageWords(sentences)).toBeLessThanOrEqual(wordsMax(file));
    expect(sentences.filter(({ isProse, words }) => isProse && words > WORDS_IN_A_SENTENCE_MAX)).toEqual([]);
  });

  it.each(inEnglish)('of %s never begin with "Of", "Whoever" or "Nobody"', (file) => {
    const starts = sentencesOf(readRepositoryFile(file)).filter(({ text }) => /^(Of|Whoever|Nobody)\b/.test(text));
    expect(starts).toEqual([]);
  });
});

describe('references', () => {
  it.each(pages)('of %s lead to files that exist', (file) => {
    const text = readRepositoryFile(file);
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, path = '']) =>
      join(dirname(file), path),
    );
    // A build makes the folders `dist`: a clone has none before its first one.
    const named = [...text.matchAll(/`((?:server|core|contract|web|sdk|cli|test|bench)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !/\/dist(\/|$)/.test(path));
    expect([...links, ...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(pages)('of %s lead to headings that exist', (file) => {
    const links = [...readRepositoryFile(file).matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)/g)];
    const lost = links.filter(([, path, anchor = '']) => {
      const page = path === undefined ? file : join(dirname(file), path);
      return !anchorsOf(readRepositoryFile(page)).includes(anchor);
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  });
});

describe('persons', () => {
  const guides = inEnglish.filter((file) => !/^(docs\/decisions\/|CHANGELOG)/.test(file));

  it.each(guides)('of %s are named: no vague word stands for them', (file) => {
    const vague = sentencesOf(readRepositoryFile(file).replace(/`[^`]*`/g, 'code')).filter(({ text }) =>
      /\b(nobody|somebody|whoever|everybody|anybody)\b/i.test(text),
    );
    expect(vague).toEqual([]);
  });
});

describe('the glossary', () => {
  const terms = [...readRepositoryFile('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*: /gm)].map(
    ([, term = '']) => term,
  );

  it('has at least 40 terms, in alphabetical order', () => {
    expect(terms.length).toBeGreaterThanOrEqual(40);
    expect(terms).toEqual(terms.toSorted((one, other) => one.toLowerCase().localeCompare(other.toLowerCase(), 'en')));
  });
});

describe('decision records', () => {
  const records = pages.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).map((file) => file.split('/').at(-1));
  const index = readRepositoryFile('docs/decisions/README.md');
  const listed = [...index.matchAll(/^\| \[(\d+)\]\((.+?)\) \| \S/gm)].map(([, number, file]) => ({ number, file }));

  it('stand in the index each, in order, and nothing else does', () => {
    expect(listed.map(({ file }) => file)).toEqual(records.toSorted());
  });

  it('are numbered upwards, by the same number in file, index and title', () => {
    expect(listed.length).toBeGreaterThanOrEqual(18);
    const numbers = listed.map(({ number }) => Number(number));
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    for (const { number = '', file } of listed) {
      expect(file).toMatch(new RegExp(`^${number.padStart(4, '0')}-`));
      expect(readRepositoryFile(`docs/decisions/${file}`)).toMatch(new RegExp(`^# ${number}\\. `));
    }
  });
});
