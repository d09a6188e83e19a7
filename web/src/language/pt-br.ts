// SPDX-License-Identifier: Apache-2.0

import { words as failures } from '../api/words-pt-br.ts';
import { words as decision } from '../decision/words-pt-br.ts';
import { words as list } from '../list/words-pt-br.ts';
import { words as shell } from '../shell/words-pt-br.ts';
import { words as ui } from '../ui/words-pt-br.ts';
import type { Messages } from './en.ts';

export const words: Messages = { failures, words: decision, list, shell, ui };
