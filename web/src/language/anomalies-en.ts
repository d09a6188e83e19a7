/** English words of the anomalies. */
import type { AnomalyKind, AnomalySeverity } from '@svc/contract';

/** What a message is made of; numbers are written for the reader. */
type Params = Readonly<Record<string, string>>;

const others = (count = '0') => (count === '0' ? '' : ` (and ${count} more of the kind)`);

export const anomaliesEn = {
  title: 'Anomalies',
  lead: 'What an agent did and had never done so before. While one is open, its decisions carry 10 points more.',
  search: 'Search anomalies',
  status: 'Status',
  kind: 'Kind',
  all: 'All',
  submit: 'Search',
  clear: 'Clear filters',
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
      `It affected ${records} records in the last hour, more than 5 times its usual hour (${usualRecords}).`,
    RATE_SPIKE: ({ events, usualEvents }: Params) =>
      `It asked for ${events} actions in the last hour, more than 5 times its usual hour (${usualEvents}).`,
    NEW_ACTION: ({ action, others: more }: Params) =>
      `It asked for “${action}”, which it never had before${others(more)}.`,
    NEW_EXTERNAL_DEST: ({ resource, destination, eventsBefore, others: more }: Params) =>
      `It used ${resource} towards “${destination}”, new after ${eventsBefore} actions${others(more)}.`,
  } satisfies Record<AnomalyKind, (params: Params) => string>,
  opened: (ago: string) => `opened ${ago}`,
  closedBy: (name: string, ago: string) => `closed ${ago} by ${name}`,
  somebody: 'somebody who left',
  scan: 'Scan now',
  scanning: 'Scanning…',
  scanned: (count: number) =>
    count === 0 ? 'Nothing new is unusual.' : count === 1 ? '1 anomaly was opened.' : `${count} anomalies were opened.`,
  scanUnfinished: 'Much was recorded since the last scan. Scan again to go on.',
  close: 'Close',
  closeNamed: (kind: string, agent: string) => `Close: ${kind}, ${agent}`,
  closeTitle: 'Close this anomaly?',
  closeText: 'You have looked at it. Decisions of the agent carry their usual risk again, from now on.',
  confirm: 'Close the anomaly',
  closedNow: 'The anomaly is closed.',
  alreadyClosed: 'Somebody else closed it meanwhile.',
  shown: (count: number) => (count === 1 ? '1 anomaly shown' : `${count} anomalies shown`),
  loadMore: 'Show more',
  loadingMore: 'Loading…',
  emptyTitle: 'Nothing unusual',
  emptyText:
    'Every five minutes the last hour of each agent is compared with the 14 days before. What stands out appears here.',
  noneFoundTitle: 'No anomaly matches',
  noneFoundText: 'Take away a filter or search for another word.',
};
