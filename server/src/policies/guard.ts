/** The step between the checks of a changed policy set and its transaction: the claims that the organization keeps. */
import type { BrokenClaim } from '@svc/contract';
import type { IdentifiedPolicy } from '@svc/core/policy';
import type { Transaction } from '../db/index.ts';
import type { OrganizationSnapshot } from '../organizations/index.ts';

export interface PolicyGuard {
  /**
   * The answer holds under the snapshot. So the transaction of the change compares generations before it writes.
   * @param proposed gives the set that the change would leave; it is not asked without a claim
   * @throws ApiError 409 for a change that breaks an enforcing claim, or whose proof takes too long, unless it is only
   * planned; 429 and 503 when too many proofs wait
   */
  check(
    snapshot: OrganizationSnapshot,
    proposed: () => Promise<readonly IdentifiedPolicy[]>,
    how: { nowMs: number; isPlan: boolean },
  ): Promise<Guarded>;
}

export interface Guarded {
  /** null: not known; undefined: the organization keeps no claims. */
  brokenClaims: BrokenClaim[] | null | undefined;
  /** Keeps the proofs, in the transaction that makes this version of the set. */
  keep(transaction: Transaction, version: number): Promise<void>;
}
