// SPDX-License-Identifier: Apache-2.0
/** Reviews that may be answered together: of the same agent, action, resource and policy. */
import type { ReviewItem } from '@svc/contract';

interface Alike {
  event: {
    agent: { id: string };
    action: string;
    resource: { id: string };
    policy: { name: string } | null;
    sandbox: boolean;
  };
}

export function isAlike({ event: one }: Alike, { event: other }: Alike): boolean {
  return (
    one.agent.id === other.agent.id &&
    one.action === other.action &&
    one.resource.id === other.resource.id &&
    one.policy?.name === other.policy?.name &&
    one.sandbox === other.sandbox
  );
}

/** Answered together at most: fewer than a person may answer in a minute. */
const PICKED_MAX = 20;

/** @param picked those that were chosen so far */
export function canPick(item: ReviewItem, picked: readonly ReviewItem[]): boolean {
  const [first] = picked;
  if (!item.canResolve || item.mayNotApprove !== null) return false;
  // A grant is made with the last approval: by a person who has read it.
  if (item.approvals.grant !== null) return false;
  if (first === undefined || picked.some(({ eventId }) => eventId === item.eventId)) return true;
  return picked.length < PICKED_MAX && isAlike(first, item);
}
