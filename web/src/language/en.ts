// SPDX-License-Identifier: Apache-2.0
/** The words of the parts that stand on every page, in English. A page's own words stand beside the page. */
import { words as failures } from '../api/words-en.ts';
import { words as decision } from '../decision/words-en.ts';
import { words as list } from '../list/words-en.ts';
import { words as shell } from '../shell/words-en.ts';
import { words as ui } from '../ui/words-en.ts';

export const words = { failures, words: decision, list, shell, ui };
export type Messages = typeof words;
