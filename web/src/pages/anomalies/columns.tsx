// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of anomalies. Beside the open one, its drawer has the rest. */
import type { AnomalyItem } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { timeColumn } from '../../list/time-cell.tsx';
import { Status, What } from './cells.tsx';
import { TwoBars, useMessage } from './message.tsx';
import { anomaliesWords } from './words.ts';

export function useColumns(): ListColumn<AnomalyItem>[] {
  const words = useWords(anomaliesWords);
  const message = useMessage();
  const what = (item: AnomalyItem) => `${words.kinds[item.kind]}: ${message(item)}`;
  return [
    {
      id: 'status',
      name: words.status,
      width: '5rem',
      phone: 'start',
      value: (item) => words.statuses[item.status],
      cell: (item) => <Status item={item} />,
    },
    {
      id: 'what',
      name: words.what,
      width: 'minmax(0, 1fr)',
      phone: 'below',
      value: what,
      cell: (item) => <What item={item} />,
    },
    { id: 'agent', name: words.agent, width: '9rem', value: ({ agent }) => agent.name, isName: true },
    {
      id: 'size',
      name: words.size,
      width: '12rem',
      isWide: true,
      value: what,
      cell: (item) => <TwoBars item={item} />,
    },
    {
      id: 'severity',
      name: words.severity,
      width: '5rem',
      isWide: true,
      value: ({ severity }) => words.severities[severity],
    },
    timeColumn('opened', words.opened, ({ openedAt }) => openedAt),
  ];
}
