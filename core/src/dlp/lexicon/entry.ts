/** The entries of the dictionary and the lines of the vocabularies that they are compiled from. */

export interface Entry {
  /** Bit set of kinds, see vocabulary.ts. */
  labels: number;
  /** Weight of the entry as a health fact; 0 for all other entries. */
  weight: number;
  /** The text must be in capitals: AIDS is a disease, aids is a verb. */
  isCapital: boolean;
}

/**
 * One line of a vocabulary: phrases separated by commas. `(a|b)` expands, a leading `!` asks for capitals, a leading `~`
 * stands for every longer word that ends so. A line of no kind names words that only look as if they ended so.
 */
export interface VocabularyLine {
  labels: number;
  weight?: number;
  phrases: string;
}
