// SPDX-License-Identifier: Apache-2.0
/** A claim as the text of its file, and such a text read. */
import type { PolicyClaim } from '@svc/contract';
import { segmentsOf } from '@svc/documents';
import { stringify } from 'yaml';
import { checkClaimDocument } from '../text/problems.ts';
import { onceOf, readText } from '../text/read.ts';
import { claimDocument } from './draft.ts';

export function claimText(claim: PolicyClaim): string {
  // One field, one line: text is never folded, and equal lists get no anchor.
  return stringify(claimDocument(claim), { lineWidth: 0, aliasDuplicateObjects: false });
}

export const readClaimText = onceOf((text: string) =>
  readText<PolicyClaim>(text, checkClaimDocument, (path) => ['claims', '0', ...segmentsOf(path)]),
);
