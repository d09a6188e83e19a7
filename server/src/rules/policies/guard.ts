// SPDX-License-Identifier: Apache-2.0
/**
 * The step between the checks of a changed policy set and its transaction. It asks the claims that the organization
 * keeps, and the second person that it may ask for.
 */
import type { BrokenClaim, ProposalKind } from '@svc/contract';
import type { IdentifiedPolicy } from '@svc/core/policy';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';

export interface PolicyGuard {
  /**
   * The answer holds under the snapshot. So the transaction of the change compares generations before it writes.
   * @param proposed gives the set that the change would leave; it is not asked without a claim
   * @throws ApiError 409 for a change that breaks an enforcing claim, or whose proof takes too long, unless it is only
   * planned; 409 `needs_second_person`; 429 and 503 when too many proofs wait
   */
  check(
    snapshot: OrganizationSnapshot,
    proposed: () => Promise<readonly IdentifiedPolicy[]>,
    how: { nowMs: number; isPlan: boolean; asked: AskedChange },
  ): Promise<Guarded>;
}

export interface Guarded {
  /** null: not known; undefined: the organization has no guardrails. */
  brokenClaims: BrokenClaim[] | null | undefined;
  /** Keeps the proofs, in the transaction that makes this version of the set. @returns more entries of the change */
  keep(transaction: Transaction, version: number): Promise<Change[]>;
}

/** A change as it was asked for, so that it can be asked for again. */
export interface AskedChange {
  kind: ProposalKind;
  /** The id of a policy, or the number of a version. */
  subject: string | null;
  request: object;
  author: { type: 'user' | 'key'; id: string };
}
