// SPDX-License-Identifier: Apache-2.0
/** The entries of the dictionary and the lines of the vocabularies that they are compiled from. */

export interface Entry {
  /** The labels of the entry as a bit set, see label.ts. */
  labels: number;
  /** Weight of the entry as a health fact; 0 for all other entries. */
  weight: number;
  /** The text must be in capitals: AIDS is a disease, aids is a verb. */
  isCapital: boolean;
}

/**
 * One line of a vocabulary: phrases separated by commas. `(a|b)` expands to both words. A leading `!` asks for
 * capitals. A leading `~` stands for every longer word with that ending. A line without labels names words that only
 * look as if they had such an ending.
 */
export interface VocabularyLine {
  labels: number;
  weight?: number;
  phrases: string;
}
