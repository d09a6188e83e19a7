// SPDX-License-Identifier: Apache-2.0
/** A policy as the text of its file. Equal policies give equal text, which the command line writes, too. */
import type { PolicySpec } from '@svc/contract';
import { stringify } from 'yaml';
import { policyDocument, type Stored } from './document.ts';

export function policyText(spec: PolicySpec, stored?: Stored): string {
  // One field, one line: text is never folded, and equal lists get no anchor.
  return stringify(policyDocument(spec, stored), { lineWidth: 0, aliasDuplicateObjects: false });
}
