// SPDX-License-Identifier: Apache-2.0
/**
 * The cause of a stored decision. Records of earlier builds tell it by their English sentences alone, and are read back
 * here, and nowhere else, until retention has passed them.
 */
import type { DecisionCause, DecisionWord } from '@svc/contract';
import type { EventRecord } from '../recorder/index.ts';

type Recorded = Pick<EventRecord, 'cause' | 'agent' | 'policy' | 'reasons'>;

/** The column of a record without it is null. Without more than the decider, the rest is null. */
export function causeOf(record: Recorded): DecisionCause {
  if (record.cause === undefined || record.cause === null) return causeOfSentences(record);
  const { by, threshold } = record.cause;
  return threshold === undefined ? { by, threshold: null, underFullEnforcement: null } : record.cause;
}

const RISK = /^The risk score \d+, at or above (\d+), decides (?:REVIEW|BLOCK)\.$/;
const WATCHED = new RegExp(
  [
    '^The (organization is in monitor mode; the )?',
    '(?:policy "(.*)"(?:, which is in monitor mode,)?|risk score \\d+, at or above (\\d+),) ',
    'would decide (ALLOW|REVIEW|BLOCK) under full enforcement\\.$',
  ].join(''),
  's',
);

function causeOfSentences(record: Recorded): DecisionCause {
  const watched = record.reasons
    .slice(0, 2)
    .map((reason) => WATCHED.exec(reason))
    .find((match) => match !== null);
  const { by, threshold } = deciderOf(record);
  if (watched === undefined || watched === null) return { by, threshold, underFullEnforcement: null };
  const [, organization, name, limit, decision] = watched;
  return {
    by: organization === undefined ? by : 'MODE',
    threshold,
    underFullEnforcement: {
      decision: decision as DecisionWord,
      by: name === undefined ? 'RISK' : 'POLICY',
      policy: name === undefined ? null : { id: record.policy?.name === name ? record.policy.id : null, name },
      threshold: limit === undefined ? null : Number(limit),
    },
  };
}

function deciderOf({ agent, policy, reasons: [first = ''] }: Recorded): Pick<DecisionCause, 'by' | 'threshold'> {
  if (first === `The agent "${agent}" is paused.`) return { by: 'PAUSED', threshold: null };
  if (first.startsWith(`The agent "${agent}" has no permission for `)) return { by: 'PERMISSION', threshold: null };
  if (policy !== null && first.startsWith(`The policy "${policy.name}" decides `)) {
    return { by: 'POLICY', threshold: null };
  }
  const threshold = RISK.exec(first)?.[1];
  return threshold === undefined ? { by: 'NOTHING', threshold: null } : { by: 'RISK', threshold: Number(threshold) };
}

/** The cause of a stopped decision: `POLICY`, `RISK`, `PAUSED` or `PERMISSION`. The same as `stoppedBy`. */
export function stopperOf({ cause, reasons }: Partial<Pick<EventRecord, 'cause' | 'reasons'>>): string {
  if (cause !== undefined) return cause.by;
  const first = reasons?.[0] ?? '';
  if (first.startsWith('The policy "')) return 'POLICY';
  if (first.startsWith('The risk score ')) return 'RISK';
  return /^The agent ".*" is paused\.$/s.test(first) ? 'PAUSED' : 'PERMISSION';
}

/**
 * The same in SQL, of a stopped decision: `POLICY`, `RISK`, `PAUSED` or `PERMISSION`.
 * @param record an alias with the columns `cause` and `reasons`, both json
 */
export const stoppedBy = (record: string): string => `
      CASE
        WHEN ${record}.cause ->> 'by' IS NOT NULL THEN ${record}.cause ->> 'by'
        WHEN ${record}.reasons ->> 0 LIKE 'The policy "%' THEN 'POLICY'
        WHEN ${record}.reasons ->> 0 LIKE 'The risk score %' THEN 'RISK'
        WHEN ${record}.reasons ->> 0 LIKE 'The agent "%" is paused.' THEN 'PAUSED'
        ELSE 'PERMISSION'
      END`;
