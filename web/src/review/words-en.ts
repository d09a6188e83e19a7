// SPDX-License-Identifier: Apache-2.0
/** The words of an answer to a review, on every page. */
import type { EventAction } from '@svc/contract';

const NOUNS: Readonly<Record<EventAction, string>> = {
  READ_DATA: 'read',
  WRITE_DATA: 'write',
  DELETE_DATA: 'deletion',
  EXPORT_DATA: 'export',
  SEND_EMAIL: 'e-mail',
};

export const words = {
  region: 'Answer',
  approve: 'Approve',
  deny: 'Deny',
  approveNow: 'Approve now',
  denyNow: 'Deny now',
  back: 'Back',
  approveQuestion: (action: EventAction) => `Approve this ${NOUNS[action]}?`,
  denyQuestion: (action: EventAction) => `Deny this ${NOUNS[action]}?`,
  approveText: 'The agent may run it at once. This cannot be taken back.',
  denyText: 'The agent must not run it. This cannot be taken back.',
  note: 'Note for the audit (optional)',
  addNote: 'Add a note',
  noteOf: 'Note',
  approvedNow: 'Approved. The agent may run the action.',
  deniedNow: 'Denied. The agent must not run the action.',
  expiredText: 'No one decided in time, so the action stays blocked. The agent can ask again.',
  decidedBy: (who: string, role: string, when: string) => `by ${who} (${role}), ${when}`,
  notYours: (roles: string) => `Your role may not decide this one. Ask someone who is: ${roles}.`,
  alreadyApproved: 'Someone approved it before you. Your answer was not counted.',
  alreadyDenied: 'Someone denied it before you. Your answer was not counted.',
  alreadyExpired: 'The review expired before your answer came. The agent has to ask again.',
  isKept: 'This policy does not pass its reviews on.',
  agentPaused: 'The agent is paused, and a paused agent may do nothing. Resume it first, or deny the action.',
  notPermitted: 'Your role may not decide this review. Nothing was changed.',
  erase: {
    action: 'Erase the note',
    title: 'Erase this note?',
    text: 'The note is gone for good. The audit keeps that there was one, who wrote it and who erased it.',
    confirm: 'Erase it for good',
    done: 'The note is erased. The chain verifies as before.',
  },
  past: {
    days: (agent: string) => `${agent}, the past 30 days`,
    gone: 'The agent was deleted.',
    asked: 'Asked',
    reviewed: 'Reviews',
    blocked: 'Blocked',
    anomalies: 'Open anomalies',
    chart: 'What was stopped, day by day',
    similar: 'What people chose before',
    all: 'All of them',
    none: 'No one has answered this action on this resource with this destination yet.',
    counts: ({ approved, denied, expired }: Record<'approved' | 'denied' | 'expired', number>) =>
      `${approved} approved, ${denied} denied, ${expired} expired`,
    one: (records: string | null, when: string) => (records === null ? when : `${records} records, ${when}`),
    sizes: 'Records of this review beside those before',
    times: (times: string, records: string) => `${times} times the largest that was approved, ${records} records`,
  },
};
