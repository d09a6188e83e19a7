// SPDX-License-Identifier: Apache-2.0
/** Writes a document. Equal values give equal bytes. */
import { stringify } from 'yaml';

/** One field, one line: text is never folded, and equal lists get no anchor. */
export function documentText(document: object): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}
