// SPDX-License-Identifier: Apache-2.0
/** What a recipe of CONTRIBUTING makes. */
import type { spellingsOf } from './names.mjs';

type Spellings = ReturnType<typeof spellingsOf>;

export interface Recipe {
  /** The name is that of a room and of a file in it. */
  hasRoom?: boolean;
  /** New files with their content, by path from the root. */
  files(name: Spellings, room: string): Record<string, string>;
  /** Lines that are added before another one. */
  edits(name: Spellings, room: string): { file: string; before: string; added: string }[];
  /** What a person does then. */
  steps(name: Spellings, room: string): string[];
}
