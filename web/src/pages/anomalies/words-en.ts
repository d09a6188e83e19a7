// SPDX-License-Identifier: Apache-2.0

import type { AnomalyKind, AnomalySeverity } from '@svc/contract';

/** The parts of a message; numbers are formatted for the reader. */
type Params = Readonly<Record<string, string>>;

const others = (count = '0') => (count === '0' ? '' : ` (and ${count} more like it)`);

export const words = {
  title: 'Anomalies',
  search: 'Id, agent or resource',
  opened: 'Opened',
  status: 'Status',
  what: 'What',
  agent: 'Agent',
  severity: 'Severity',
  size: 'Now against usual',
  now: 'Last hour',
  usual: 'Usual hour',
  statuses: { OPEN: 'Open', CLOSED: 'Closed' },
  severities: { MEDIUM: 'Medium', HIGH: 'High' } satisfies Record<AnomalySeverity, string>,
  kinds: {
    VOLUME_SPIKE: 'Many records',
    RATE_SPIKE: 'Many actions',
    NEW_ACTION: 'New action',
    NEW_EXTERNAL_DEST: 'New external destination',
  } satisfies Record<AnomalyKind, string>,
  messages: {
    VOLUME_SPIKE: ({ records, usualRecords }: Params) =>
      usualRecords === '0'
        ? `It affected ${records} records in the last hour; it usually affects none.`
        : `It affected ${records} records in the last hour, more than 5 times its usual hour (${usualRecords}).`,
    RATE_SPIKE: ({ events, usualEvents }: Params) =>
      usualEvents === '0'
        ? `It asked for ${events} actions in the last hour; it usually asks for none.`
        : `It asked for ${events} actions in the last hour, more than 5 times its usual hour (${usualEvents}).`,
    NEW_ACTION: ({ action, others: more }: Params) => `It asked for “${action}” for the first time${others(more)}.`,
    NEW_EXTERNAL_DEST: ({ resource, destination, eventsBefore, others: more }: Params) =>
      `It sent ${resource} to “${destination}”, which is new after ${eventsBefore} actions${others(more)}.`,
  } satisfies Record<AnomalyKind, (params: Params) => string>,
  effect: 'While it is open, decisions of this agent carry 10 points more.',
  openedAt: (when: string) => `Opened ${when}`,
  closedBy: (name: string, when: string) => `Closed by ${name}, ${when}`,
  somebody: 'a former member',
  note: 'Note (optional)',
  noteOf: 'Note',
  scan: 'Scan now',
  scanning: 'Scanning…',
  scanned: (count: number) =>
    count === 0 ? 'Nothing new is unusual.' : count === 1 ? '1 anomaly was opened.' : `${count} anomalies were opened.`,
  scanUnfinished: 'Much was recorded since the last scan. Scan again to go on.',
  close: 'Close the anomaly',
  closeTitle: 'Close this anomaly?',
  closeText: 'From now on, decisions of the agent carry their usual risk again.',
  closedNow: 'The anomaly is closed.',
  alreadyClosed: 'Someone else closed it before you.',
  seeEvents: 'Its events',
  notLoaded: 'This anomaly is not among the rows that are shown.',
  noneComparedTitle: 'No agent is being monitored yet',
  noneComparedText:
    'An agent is compared with its own past from 3 active days and 50 actions on. Until then a scan finds nothing.',
  compared: (count: number) => (count === 1 ? '1 agent is being monitored.' : `${count} agents are being monitored.`),
  emptyTitle: 'Nothing unusual',
  emptyText:
    'Every five minutes the last hour of each agent is compared with the 14 days before. What stands out appears here.',
};
