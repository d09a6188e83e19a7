// SPDX-License-Identifier: Apache-2.0
/** Proposes the part of a provisioning file that lets more through. */
import type { Looser } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { makeProposal, pathOf } from './make-proposal.ts';
import { selectLast } from './rows.ts';

/** A proposal of a file; it was declined once where it is not asked for again. */
export interface FileProposal {
  id: string;
  /** Where a person answers it. */
  path: string;
  isDeclined: boolean;
}

export interface FilePart {
  /** The policies of a file are a change of their own. */
  kind: 'applyProvisioning' | 'applyPolicies';
  request: object;
  looser: Looser;
  /** The operator asks again for what was declined. */
  isForced: boolean;
}

/**
 * The caller holds the head's lock. The same part waits once. After it was declined it is asked for again where it
 * is forced.
 * @throws ApiError 409 when too many wait
 */
export async function proposeFile(
  transaction: Transaction,
  organizationId: string,
  { kind, request, looser, isForced }: FilePart,
): Promise<{ proposal: FileProposal; changes: Change[] }> {
  const asked = { kind, subject: null, request, author: { type: 'file', id: null } } as const;
  const last = await selectLast(transaction, organizationId, asked);
  if (last?.status === 'DECLINED' && !isForced) {
    return { proposal: { id: last.id, path: pathOf(last.id), isDeclined: true }, changes: [] };
  }
  const { id, changes } = await makeProposal(transaction, organizationId, asked, looser);
  return { proposal: { id, path: pathOf(id), isDeclined: false }, changes };
}
