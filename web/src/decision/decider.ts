// SPDX-License-Identifier: Apache-2.0
/**
 * The cause of a decision. The service records it as the first of its English reasons. Each of their few forms is
 * parsed, so that the page shows it in the person's language. `test/console/decider.test.ts` holds both together.
 */
import type { DecisionWord, EventItem } from '@svc/contract';

export type Decider =
  | { by: 'policy'; name: string }
  | { by: 'risk'; threshold: number }
  | { by: 'paused' }
  | { by: 'permission' }
  /** No policy matched and the score stayed below both limits, or everything is only watched. */
  | { by: 'nothing' }
  /** A form that this page does not know yet, in the words of the service. */
  | { by: 'other'; text: string };

export interface Watched {
  decision: DecisionWord;
  /** null when the risk score would have decided. */
  policy: string | null;
  /** The whole organization only watches, and not this policy alone. */
  isOrganization: boolean;
}

const RISK = /^The risk score \d+, at or above (\d+), decides (?:REVIEW|BLOCK)\.$/;
const WATCHED = new RegExp(
  [
    '^The (organization is in monitor mode; the )?',
    '(?:policy "(.*)"(?:, which is in monitor mode,)?|risk score \\d+, at or above \\d+,) ',
    'would decide (ALLOW|REVIEW|BLOCK) under full enforcement\\.$',
  ].join(''),
  's',
);
/** Every reason that follows explains points of the score. */
const FACTOR =
  /^(?:The action|A resource classified|The destination|The content|The time|\d+ affected records|The agent has)/;

type Explained = Pick<EventItem, 'agent' | 'policy' | 'decision' | 'reasons'>;

export function deciderOf({ agent, policy, decision, reasons }: Explained): Decider {
  const [first] = reasons;
  if (first === undefined || FACTOR.test(first) || WATCHED.test(first)) return { by: 'nothing' };
  if (first === `The agent "${agent.name}" is paused.`) return { by: 'paused' };
  if (first.startsWith(`The agent "${agent.name}" has no permission for `)) return { by: 'permission' };
  if (policy !== null && first === `The policy "${policy.name}" decides ${decision}.`) {
    return { by: 'policy', name: policy.name };
  }
  const threshold = RISK.exec(first)?.[1];
  return threshold === undefined ? { by: 'other', text: first } : { by: 'risk', threshold: Number(threshold) };
}

/** The different cause under full enforcement; null unless something is only monitored. */
export function watchedOf({ reasons }: Pick<EventItem, 'reasons'>): Watched | null {
  const found = reasons
    .slice(0, 2)
    .map((reason) => WATCHED.exec(reason))
    .find((match) => match !== null);
  if (found === undefined || found === null) return null;
  const [, organization, policy, decision] = found;
  return { decision: decision as DecisionWord, policy: policy ?? null, isOrganization: organization !== undefined };
}
