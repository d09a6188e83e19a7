// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the words of a mail, as plain text and as HTML. Facts may be other people's text: they are made harmless here,
 * in one place.
 */
import { htmlOf } from './html.ts';
import { FACT_CHARACTERS_MAX } from './limits.ts';
import { FURTHER_DOWN, LANGUAGES, type Language, type Text } from './text.ts';

/** The facts of a mail, as texts. */
export type Facts = Readonly<Record<string, string>>;

/** @param baseUrl address of the service, for links */
export type Texts<Of extends Facts> = Readonly<Record<Language, (facts: Of, baseUrl: string) => Text>>;

export interface ComposedText {
  subject: string;
  /** Plain text; lines end with a line feed. */
  body: string;
  html: string;
}

/** @param language of the reader; null when it is unknown: then the mail says everything in all of them */
export function composeText<Of extends Facts>(
  texts: Texts<Of>,
  facts: Of,
  baseUrl: string,
  language: Language | null,
): ComposedText {
  const harmless = harmlessFacts(facts);
  return composeWritten((one) => texts[one](harmless, baseUrl), baseUrl, language);
}

/** @param write the words in one language; facts in them are harmless already */
export function composeWritten(
  write: (language: Language) => Text,
  baseUrl: string,
  language: Language | null,
): ComposedText {
  const written = (language === null ? LANGUAGES : [language]).map((one) => ({ language: one, text: write(one) }));
  const bodies = written.map(({ text }) => plainText(text));
  return {
    subject: written.map(({ text }) => text.subject).join(' / '),
    body: language === null ? `${FURTHER_DOWN}\n\n${bodies.join(`\n${RULE}\n\n`)}` : bodies.join(''),
    html: htmlOf(written, baseUrl),
  };
}

const RULE = '* * *';

function plainText({ paragraphs, details = [], action, notes = [] }: Text): string {
  const blocks = [
    ...paragraphs,
    ...(details.length === 0 ? [] : [details.map(([label, text]) => `${label}: ${text}`).join('\n')]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...notes,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function harmlessFacts<Of extends Facts>(facts: Of): Of {
  return Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, harmlessText(text)])) as Of;
}

/**
 * One line of bounded length. Control characters would begin a header or a paragraph of their own. Direction marks and
 * zero-width characters would disguise a line. Mail programs decode encoded words (RFC 2047) in a subject, including
 * control characters.
 */
export function harmlessText(text: string): string {
  const line = text
    .replace(/[\s\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
  const characters = [...line];
  return characters.length <= FACT_CHARACTERS_MAX ? line : `${characters.slice(0, FACT_CHARACTERS_MAX - 1).join('')}…`;
}

/**
 * A name that strangers chose, in a mail that they can have sent to anybody. Mail programs would make a link of an
 * address in it.
 */
export function withoutAddress(name: string): string {
  return name.replaceAll('://', ': //').replaceAll(/\bwww\./gi, 'www ');
}
