// SPDX-License-Identifier: Apache-2.0
/** Finds duplicates in a list of unique values. It reads the tree, so that faulty records count too. */
import { itemsAt, type TreeNode, textAt } from '../syntax/index.ts';
import type { Report } from './reader.ts';

/** The unique property of a list of records. */
export interface UniqueField {
  readonly list: string;
  readonly field: string;
  /** Two values with the same key are equal. */
  readonly keyOf?: (text: string) => string;
  /** A message never repeats a secret. */
  readonly isSecret?: boolean;
}

/** Reports each second occurrence, over all the given organizations together. */
export function reportRepeats(organizations: readonly TreeNode[], unique: UniqueField, report: Report): void {
  const { list, field, keyOf = (text: string) => text, isSecret = false } = unique;
  const lineOf = new Map<string, number>();
  for (const organization of organizations) {
    for (const item of itemsAt(organization, list)) {
      const node = textAt(item, field);
      if (node === undefined || typeof node.value !== 'string') continue;
      const key = keyOf(node.value);
      const first = lineOf.get(key);
      if (first === undefined) lineOf.set(key, node.position.line);
      else {
        const shown = isSecret ? '' : ` ${node.value.slice(0, SHOWN_CHARACTERS_MAX)}`;
        report(node.position, `the ${field}${shown} is given twice in ${list}, first on line ${first}`);
      }
    }
  }
}

const SHOWN_CHARACTERS_MAX = 100;
