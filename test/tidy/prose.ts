// SPDX-License-Identifier: Apache-2.0
/** Reads the sentences of a Markdown page, so that tests can measure them. Code blocks are left out. */

export interface Sentence {
  /** Plain text: inline code and links stand as their text. */
  readonly text: string;
  readonly words: number;
  /** Headings and table cells are read, but are no prose: they count in no average. */
  readonly isProse: boolean;
}

/** The sentences of a page, in order. A list item, a heading and a table cell each begin a new sentence. */
export function sentencesOf(markdown: string): Sentence[] {
  return blocksOf(markdown).flatMap(({ text, isProse }) =>
    splitSentences(plainText(text)).map((sentence) => ({
      text: sentence,
      words: sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
      isProse,
    })),
  );
}

/** Words a sentence, over the prose of a page; 0 for a page without prose. */
export function averageWords(sentences: readonly Sentence[]): number {
  const prose = sentences.filter(({ isProse, words }) => isProse && words > 0);
  return prose.length === 0 ? 0 : prose.reduce((sum, { words }) => sum + words, 0) / prose.length;
}

/** The addresses of a page's headings, as GitHub makes them. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
}

interface Block {
  text: string;
  isProse: boolean;
}

const LIST_ITEM = /^\s*(?:[-*]|\d+\.)\s+/;

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endParagraph = (): void => {
    if (lines.length > 0) blocks.push({ text: lines.join(' '), isProse: true });
    lines = [];
  };
  for (const line of withoutCode(markdown).split('\n')) {
    const isOther = line.trim() === '' || /^#{1,6}\s/.test(line) || line.startsWith('|');
    if (isOther || LIST_ITEM.test(line)) endParagraph();
    if (!isOther) lines.push(line.replace(LIST_ITEM, '').trim());
    else if (line.startsWith('|')) blocks.push(...cellsOf(line).map((text) => ({ text, isProse: false })));
    else if (line.startsWith('#')) blocks.push({ text: line.replace(/^#+\s+/, ''), isProse: false });
  }
  endParagraph();
  return blocks;
}

const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '');

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => !/^-*$/.test(cell));

/** A span of code is one word, as it is read. Its full stops end no sentence. */
function plainText(text: string): string {
  return text
    .replace(/`([^`]*)`/g, (_span, code: string) => code.replace(/[\s.!?]+/g, '_').replace(/^_|_$/g, '') || 'code')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*?/g, '')
    .trim();
}

function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?]["')]*)\s+(?=["'(]*[\p{Lu}\p{N}_a-z@$/])/u).filter((sentence) => sentence !== '');
}
