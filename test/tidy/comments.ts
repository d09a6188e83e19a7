// SPDX-License-Identifier: Apache-2.0
/** Reads the comments of source files and finds those that break the house's rules of English. */

export interface Comment {
  /** The line of its beginning, from 1. */
  line: number;
  /** Its text without the signs of a comment; a line break stays only before a tag or a list item. */
  text: string;
}

/** A comment on lines of its own: a block, a run of `//` lines, or a run of `--` lines of SQL. */
export function commentsOf(source: string): Comment[] {
  const comments: Comment[] = [];
  let open: { line: number; lines: string[]; kind: string } | null = null;
  const close = (): void => {
    if (open !== null) comments.push({ line: open.line, text: joined(open.lines) });
    open = null;
  };
  for (const [index, raw] of source.split('\n').entries()) {
    const line = raw.trim();
    if (open?.kind === 'block') {
      const text = line.replace(/^\*(?!\/) ?/, '').replace(/\*\/.*$/, '');
      // A preformatted line is a table or code: it holds no sentence.
      open.lines.push(text.startsWith('    ') ? '' : text);
      if (line.includes('*/')) close();
      continue;
    }
    const [, sign = '', text = ''] = /^(\/\/|--(?= )|\{?\/\*\*?) ?(.*)$/.exec(line) ?? [];
    if (sign === '' || (sign === '--' && !/^[A-Za-z`]/.test(text))) {
      close();
      continue;
    }
    const kind = sign.endsWith('*') ? 'block' : sign;
    if (open === null || open.kind !== kind) {
      close();
      open = { line: index + 1, lines: [], kind };
    }
    open.lines.push(text.replace(/\*\/.*$/, ''));
    if (kind === 'block' && line.includes('*/')) close();
  }
  close();
  return comments;
}

function joined(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/\n(?!@|- )/g, ' ')
    .replace(/ (?=@(?:param|returns|throws)\b)/g, '\n')
    .replace(/ +/g, ' ')
    .trim();
}

/** One thought fits into it. */
export const SENTENCE_WORDS_MAX = 25;
const INVERTED = /^(Of|What|Whoever|Whomever|Nobody|Somebody)\b/;
const VAGUE = /\b(nobody|somebody|whoever|whomever)\b/i;

/** The faults of one comment as instructions; none when it follows the rules. */
export function faultsOf(text: string): string[] {
  const faults = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    if (INVERTED.test(sentence)) faults.add('begins with Of, What, Whoever or Nobody: put the subject first');
    if (VAGUE.test(sentence)) faults.add('says nobody, somebody or whoever: name the caller, worker or reader');
    if (words > SENTENCE_WORDS_MAX) faults.add(`has a sentence of ${words} words: at most 25, one thought each`);
  }
  return [...faults];
}

/** Quoted examples and code count as one word each. Statuses behind @throws, `400 …, 404 …`, are a list. */
function sentencesOf(text: string): string[] {
  return text
    .replace(/`[^`]*`/g, 'Code')
    .replace(/"[^"]*"/g, 'Quote')
    .replace(/^biome-ignore.*$/gm, '')
    .split('\n')
    .map((part) => part.replace(/^(@param \S+|@returns|@throws|-) ?/, ''))
    .flatMap((part) => part.split(/(?<=[.!?])\s+(?=\p{Lu})|[.,;]\s+(?=\d{3}\b)/u));
}
