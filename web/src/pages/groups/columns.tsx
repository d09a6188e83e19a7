// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of groups. */
import type { Group } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { TimeCell } from '../../list/time-cell.tsx';
import { groupsWords } from './words.ts';

export function useColumns(): ListColumn<Group>[] {
  const words = useWords(groupsWords);
  const { format } = useLanguage();
  return [
    { id: 'name', name: words.name, width: 'minmax(10rem, 1fr)', phone: 'start', value: ({ name }) => name },
    {
      id: 'members',
      name: words.count,
      width: '7rem',
      phone: 'end',
      value: ({ members }) => members,
      cell: ({ members }) => <span className="tabular-nums">{format.number(members)}</span>,
    },
    {
      id: 'source',
      name: words.source,
      width: '16rem',
      isWide: true,
      value: ({ source }) => words.sources[source],
    },
    {
      id: 'created',
      isTime: true,
      name: words.created,
      width: '9rem',
      isWide: true,
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <TimeCell iso={createdAt} />,
    },
  ];
}
