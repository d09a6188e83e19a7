// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of members. */
import type { Member } from '@svc/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { TimeCell } from '../../list/time-cell.tsx';
import { meQuery } from '../../session/me.ts';
import { State } from '../../ui/state.tsx';
import { Tag } from '../../ui/tag.tsx';
import { membersWords } from './words.ts';

export function useColumns(): ListColumn<Member>[] {
  const words = useWords(membersWords);
  const { format, messages } = useLanguage();
  const { roles } = messages.words;
  const { user } = useSuspenseQuery(meQuery).data;
  return [
    {
      id: 'name',
      name: words.name,
      width: 'minmax(0, 1fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: ({ id, name, email, byDirectory }) => (
        <span className="flex min-w-0 flex-col leading-4.5">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            {id === user.id && <Tag>{words.you}</Tag>}
            {byDirectory && <Tag>{words.byDirectory}</Tag>}
          </span>
          <span className="truncate text-meta text-ink-3">{email}</span>
        </span>
      ),
    },
    { id: 'role', name: words.role, width: '8rem', phone: 'end', value: ({ role }) => roles[role] },
    {
      id: 'secondFactor',
      name: words.secondFactor,
      width: '8rem',
      isWide: true,
      value: ({ secondFactor }) => (secondFactor === null ? '' : words.factors[secondFactor ? 'yes' : 'no']),
      cell: ({ secondFactor }) =>
        secondFactor === null ? (
          <span className="text-ink-3">{words.factorUnknown}</span>
        ) : (
          <State variant={secondFactor ? 'good' : 'off'}>{words.factors[secondFactor ? 'yes' : 'no']}</State>
        ),
    },
    {
      id: 'reviewsAnswered',
      name: words.reviewsAnswered,
      width: '8rem',
      isWide: true,
      value: ({ reviewsAnswered }) => reviewsAnswered,
      cell: ({ reviewsAnswered }) => <span className="tabular-nums">{format.number(reviewsAnswered)}</span>,
    },
    {
      id: 'joined',
      isTime: true,
      name: words.joined,
      width: '8.25rem',
      isWide: true,
      value: ({ joinedAt }) => joinedAt,
      cell: ({ joinedAt }) => <TimeCell iso={joinedAt} />,
    },
    {
      id: 'lastSeen',
      isTime: true,
      name: words.lastSeen,
      width: '8.25rem',
      value: ({ lastSeenAt }) => lastSeenAt,
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? <span className="text-ink-3">{words.never}</span> : <TimeCell iso={lastSeenAt} />,
    },
  ];
}
