// SPDX-License-Identifier: Apache-2.0
export const words = {
  period: 'Period',
  days: (days: number): string => (days === 1 ? '1 day' : `${days} days`),
  run: 'Decide again',
  running: 'Deciding again',
  progress: (events: string, total: string): string => `${events} of about ${total} events`,
  cancel: 'Cancel',
  ended: {
    CANCELLED: 'It was cancelled.',
    FAILED: 'It failed. Try a shorter period.',
    LOST: 'The service stopped meanwhile. Start again.',
  },
  none: (events: string): string => `Nothing would change in ${events} decisions.`,
  changed: (changed: string, events: string, isOne: boolean): string =>
    isOne ? `1 of ${events} decisions would change.` : `${changed} of ${events} decisions would change.`,
  becomes: 'becomes',
  notes: {
    TIME_ZONE_THEN: 'Business hours are those of the time zone at that moment.',
    RISK_THEN: 'Risk scores are those of that moment.',
    PERMISSIONS_THEN: 'Actions an agent was not permitted stay blocked: permissions are not checked again.',
    SETTINGS_NOW: 'Risk limits and enforcement of the organization are those of now.',
    RETENTION: 'Older events have been deleted by the retention of the organization.',
    CUT_SHORT: 'Time ran out: only the newest events were decided again.',
  },
};
