/** Words of short spans and of lists of words, as texts: for what is asked seldom. */
import { BREAK_EXPRESSION } from './expressions.ts';

export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Letters and digits of a text in lower case; all else parts words. */
export function wordsIn(text: string): string[] {
  return text.split(BREAK_EXPRESSION).filter((word) => word !== '');
}
