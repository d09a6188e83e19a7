// SPDX-License-Identifier: Apache-2.0
/**
 * Owns how many people approve a review, who of them counts, and how long their approval holds. It refuses to know
 * people and roles.
 */
import type { ApprovalsInput } from '@svc/contract';

/** With every default written out. */
export interface Approvals {
  readonly count: number;
  /** The person who asked for the act does not count. */
  readonly notAsker: boolean;
  /** How long an approved act can be redeemed at most; null: as long as the organization says. */
  readonly validMinutes: number | null;
}

/** Where nothing else is said. */
export const ONE_APPROVAL: Approvals = Object.freeze({ count: 1, notAsker: false, validMinutes: null });

export function approvalsOf({ count = 1, notAsker = count > 1, validMinutes }: ApprovalsInput = {}): Approvals {
  return { count, notAsker, validMinutes: validMinutes ?? null };
}

/** The fields that say the same. */
export function approvalsBlock({ count, notAsker, validMinutes }: Approvals): ApprovalsInput {
  return { count, notAsker, ...(validMinutes !== null && { validMinutes }) };
}

/** The same; undefined where they say what nothing says. */
export function writtenApprovals(approvals: Approvals): ApprovalsInput | undefined {
  const { count, notAsker, validMinutes } = approvals;
  return count === 1 && !notAsker && validMinutes === null ? undefined : approvalsBlock(approvals);
}

/** Whether something in it lets more through: fewer people, the one who asked, or a longer time. */
export function isLooserIn(before: Approvals, after: Approvals): boolean {
  const lasts = ({ validMinutes }: Approvals) => validMinutes ?? Number.POSITIVE_INFINITY;
  return after.count < before.count || (before.notAsker && !after.notAsker) || lasts(after) > lasts(before);
}
