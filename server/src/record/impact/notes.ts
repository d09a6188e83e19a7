// SPDX-License-Identifier: Apache-2.0
/** Says what an evaluation over stored events cannot know, or takes as it is now. */
import type { PolicyImpact } from '@svc/contract';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';

type Note = PolicyImpact['notes'][number];

const MESSAGES: Readonly<Record<Note['code'], string>> = {
  TIME_ZONE_THEN: 'Business hours were settled in the time zone that the organization had at each event.',
  RISK_THEN: 'Risk scores are those of each event: open anomalies and classes of resources may differ by now.',
  PERMISSIONS_THEN: 'What an agent was not allowed to do stays BLOCK, whatever its permissions are by now.',
  SETTINGS_NOW: 'Thresholds of risk and the mode of the organization are those of now.',
  RETENTION: 'Older events were deleted after the retention of the organization.',
  CUT_SHORT: 'Time ran out: only the newest events were looked at.',
};

export interface Known {
  snapshot: OrganizationSnapshot;
  days: number;
  isComplete: boolean;
  /** A policy of the proposed set asks for business hours. */
  asksForHours: boolean;
}

export function notesOf({ snapshot, days, isComplete, asksForHours }: Known): Note[] {
  const { settings, policies } = snapshot;
  const { retentionDays } = settings;
  const asks = asksForHours || policies.some(({ text }) => text.includes('"outsideBusinessHours"'));
  const codes: (Note['code'] | false)[] = [
    !isComplete && 'CUT_SHORT',
    retentionDays !== null && retentionDays < days && 'RETENTION',
    'RISK_THEN',
    'PERMISSIONS_THEN',
    'SETTINGS_NOW',
    asks && 'TIME_ZONE_THEN',
  ];
  return codes.filter((code) => code !== false).map((code) => ({ code, message: MESSAGES[code] }));
}
