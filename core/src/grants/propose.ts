// SPDX-License-Identifier: Apache-2.0
/** The grants that would have answered most reviews of a time, each bound to one act that was approved. */
import type { DlpType } from '@svc/contract';
import type { GrantRule } from './rule.ts';

/** The bounds of a grant that an approval may make. */
export type GrantBounds = Omit<GrantRule, 'id' | 'untilMs' | 'usesMax'>;

/** Reviews of acts that one grant may let through, as far as they differ: in records and findings. */
export interface ReviewedActs {
  /** Everything but records and findings, which are those of one act here. */
  readonly bounds: GrantBounds;
  /** An act of it that was approved, or waits: its approval may make the grant. */
  readonly eventId: string;
  readonly reviews: number;
  /** Some of them were denied. */
  readonly denied: number;
}

export interface GrantProposal {
  readonly bounds: GrantBounds;
  readonly eventId: string;
  /** The reviews that it would have answered. */
  readonly answers: number;
}

/**
 * At most one for each kind of act, the one that answers most first. A kind of which one was denied is left to people,
 * and a grant is not proposed that a live one makes needless.
 * @param max of proposals
 */
export function proposeGrants(
  acts: readonly ReviewedActs[],
  live: readonly GrantBounds[],
  max: number,
): readonly GrantProposal[] {
  const kinds = new Map<string, ReviewedActs[]>();
  for (const act of acts) {
    const kind = kindOf(act.bounds);
    kinds.set(kind, [...(kinds.get(kind) ?? []), act]);
  }
  const isLive = ({ bounds }: GrantProposal): boolean =>
    live.some((grant) => kindOf(grant) === kindOf(bounds) && holds(grant, bounds));
  return [...kinds.values()]
    .filter((ofKind) => ofKind.every(({ denied }) => denied === 0))
    .map(widest)
    .filter((proposal) => proposal.answers > 1 && !isLive(proposal))
    .sort((left, right) => right.answers - left.answers || (left.eventId < right.eventId ? -1 : 1))
    .slice(0, max);
}

/** All that acts of one kind have in common. */
function kindOf({ agentId, action, resourceId, destination, call, policyId }: GrantBounds): string {
  const { protocol, routeId, method, tool } = call ?? {};
  return JSON.stringify([agentId, action, resourceId, destination, policyId, protocol, routeId, method, tool]);
}

/** A grant is never wider than its act: the act whose bounds hold most of the others. */
function widest(acts: readonly ReviewedActs[]): GrantProposal {
  let best: GrantProposal | null = null;
  for (const { bounds, eventId } of acts) {
    const answers = acts.reduce((sum, act) => (holds(bounds, act.bounds) ? sum + act.reviews : sum), 0);
    if (best === null || answers > best.answers) best = { bounds, eventId, answers };
  }
  if (best === null) throw new Error('a kind of act without an act');
  return best;
}

function holds(wide: GrantBounds, { recordsAffectedMax, dlpTypes }: GrantBounds): boolean {
  const isFound = (type: DlpType) => wide.dlpTypes.includes(type);
  return recordsAffectedMax <= wide.recordsAffectedMax && dlpTypes.every(isFound);
}
