/** Writes the words of a mail. Facts may be other people's text: they are made harmless here, in one place. */
import { FACT_CHARACTERS_MAX } from './limits.ts';

const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The facts of a mail, as texts. */
export type Facts = Readonly<Record<string, string>>;

interface Text {
  subject: string;
  paragraphs: readonly string[];
}

/** @param baseUrl address of the service, for links */
export type Texts<Of extends Facts> = Readonly<Record<Language, (facts: Of, baseUrl: string) => Text>>;

export interface ComposedText {
  subject: string;
  /** Plain text; lines end with a line feed. */
  body: string;
}

/** @param language of the reader; null when it is unknown: then the mail says everything in all of them */
export function composeText<Of extends Facts>(
  texts: Texts<Of>,
  facts: Of,
  baseUrl: string,
  language: Language | null,
): ComposedText {
  const harmless = harmlessFacts(facts);
  const written = (language === null ? LANGUAGES : [language]).map((one) => texts[one](harmless, baseUrl));
  const bodies = written.map(({ paragraphs }) => `${paragraphs.join('\n\n')}\n`);
  return {
    subject: written.map(({ subject }) => subject).join(' / '),
    body: language === null ? `${FURTHER_DOWN}\n\n${bodies.join(`\n${RULE}\n\n`)}` : bodies.join(''),
  };
}

const FURTHER_DOWN = '(Em português mais abaixo.)';
const RULE = '* * *';

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
