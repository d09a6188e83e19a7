// SPDX-License-Identifier: Apache-2.0
/**
 * Owns how many people approve a review, who of them counts, and how long their approval holds. It refuses to know
 * people and roles.
 */
import type { ApprovalsInput, DecisionWord } from '@svc/contract';

/** With every default written out. */
export interface Approvals {
  readonly count: number;
  /** The person who asked for the act does not count. */
  readonly notAsker: boolean;
  /** Each approval is signed by a passkey of its person. Left out where it is not. */
  readonly signed?: true;
  /** How long an approved act can be redeemed at most; null: as long as the organization says. */
  readonly validMinutes: number | null;
  /** An approver may let the same act through for a time. */
  readonly grants: boolean;
}

/** Where nothing else is said. */
export const ONE_APPROVAL: Approvals = Object.freeze({
  count: 1,
  notAsker: false,
  validMinutes: null,
  grants: false,
});

export function approvalsOf(input: ApprovalsInput = {}): Approvals {
  const { count = 1, notAsker = count > 1, signed, validMinutes, grants = false } = input;
  return { count, notAsker, ...(signed === true && { signed }), validMinutes: validMinutes ?? null, grants };
}

/** The fields that say the same. */
export function approvalsBlock({ count, notAsker, signed, validMinutes, grants }: Approvals): ApprovalsInput {
  return {
    count,
    notAsker,
    ...(signed && { signed }),
    ...(validMinutes !== null && { validMinutes }),
    ...(grants && { grants }),
  };
}

/** The same; undefined where they say what nothing says. */
export function writtenApprovals(approvals: Approvals): ApprovalsInput | undefined {
  const { count, notAsker, signed, validMinutes, grants } = approvals;
  const isPlain = count === 1 && !notAsker && signed === undefined && validMinutes === null && !grants;
  return isPlain ? undefined : approvalsBlock(approvals);
}

/** The part of a review's approvals that the chain tells; undefined for one person who need not sign. */
export function toldApprovals({ decision, approvals }: Asking): ToldApprovals | undefined {
  const { count, signed } = approvals;
  const isTold = decision === 'REVIEW' && (count > 1 || signed === true);
  return isTold ? { count, signed: signed === true } : undefined;
}

interface Asking {
  readonly decision: DecisionWord;
  readonly approvals: Approvals;
}

type ToldApprovals = { count: number; signed: boolean };

/** Whether something in it lets more through: fewer people, the asker, no signature, a longer time, or grants. */
export function isLooserIn(before: Approvals, after: Approvals): boolean {
  const lasts = ({ validMinutes }: Approvals) => validMinutes ?? Number.POSITIVE_INFINITY;
  return (
    after.count < before.count ||
    (before.notAsker && !after.notAsker) ||
    (before.signed === true && after.signed !== true) ||
    lasts(after) > lasts(before) ||
    (after.grants && !before.grants)
  );
}
