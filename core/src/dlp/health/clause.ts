/** A word of medicine, and the words of its clause around it, all in lower case. */
export interface WordInClause {
  word: string;
  before: readonly string[];
  behind: readonly string[];
}
