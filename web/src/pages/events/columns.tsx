// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of decisions. */
import type { EventItem } from '@svc/contract';
import { actMarkOf } from '../../decision/act.ts';
import { actWords } from '../../decision/act-words.ts';
import { doorWords } from '../../decision/door-words.ts';
import { outcomeOf } from '../../decision/outcome.ts';
import { useRowText } from '../../decision/sentence.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { timeColumn } from '../../list/time-cell.tsx';
import { ActOf, ActStateOf, DeciderOf, RiskOf, useDecidedBy, VerdictOf, WhereOf } from './cells.tsx';
import { eventsWords } from './words.ts';

export function useColumns(): ListColumn<EventItem>[] {
  const words = useWords(eventsWords);
  const { words: common } = useLanguage().messages;
  const rowText = useRowText();
  const decidedBy = useDecidedBy();
  const outcome = (event: EventItem) => common.outcomes[outcomeOf(event)];
  const { marks } = useWords(actWords);
  const { door, doors } = useWords(doorWords);
  const run = (event: EventItem) => {
    const mark = actMarkOf(event);
    return mark === null ? null : marks[mark];
  };
  const destination = (event: EventItem) =>
    event.destination === null ? null : common.destinations[event.destination];
  return [
    timeColumn('time', words.time, ({ createdAt }) => createdAt),
    { id: 'outcome', name: words.outcome, width: '6.75rem', phone: 'start', value: outcome, cell: VerdictOf },
    { id: 'run', name: words.run, width: '7rem', isWide: true, phone: 'rest', value: run, cell: ActStateOf },
    {
      id: 'risk',
      name: words.risk,
      width: '3.75rem',
      phone: 'middle',
      isSpare: true,
      value: ({ riskScore }) => riskScore,
      cell: RiskOf,
    },
    {
      id: 'agent',
      name: words.agent,
      width: 'minmax(6rem, 8rem)',
      phone: 'below',
      value: ({ agent }) => agent.name,
      isName: true,
    },
    { id: 'what', name: words.what, width: 'minmax(7rem, 1fr)', phone: 'below', value: rowText, cell: ActOf },
    { id: 'destination', name: words.destination, width: '7rem', isWide: true, value: destination, cell: WhereOf },
    { id: 'decidedBy', name: words.decidedBy, width: '10.5rem', isWide: true, value: decidedBy, cell: DeciderOf },
    { id: 'door', name: door, width: '0', isTold: true, value: (event) => event.door && doors[event.door] },
  ];
}
