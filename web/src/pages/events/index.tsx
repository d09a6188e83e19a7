/** Every decision, newest first; a drawer tells how each was made. */
import type { EventItem } from '@svc/contract';
import { binsOf } from '../../charts/bins.ts';
import { Lanes } from '../../charts/lanes.tsx';
import { EventDrawer } from '../../decision/event-drawer.tsx';
import { outcomeOf } from '../../decision/outcome.ts';
import { useRowText } from '../../decision/sentence.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { ListPage } from '../../list/list-page.tsx';
import { timeColumn } from '../../list/time-cell.tsx';
import { useSandbox } from '../../shell/sandbox.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { commandOf } from '../api-keys/command.ts';
import { ActOf, DeciderOf, RiskOf, useDecidedBy, VerdictOf, WhereOf } from './cells.tsx';
import { eventsWords } from './words.ts';

const PERIODS = 60;

export function EventsPage() {
  const { format } = useLanguage();
  const words = useWords(eventsWords);
  const isSandbox = useSandbox();
  return (
    <ListPage<'listEvents', EventItem>
      id="listEvents"
      title={words.title}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="what"
      query={{ sandbox: String(isSandbox) }}
      drawer={(opened) => <EventDrawer opened={opened} />}
      empty={
        <EmptyState
          title={words.emptyTitle}
          text={words.emptyText(isSandbox)}
          command={{ label: words.command, code: commandOf() }}
        />
      }
      above={(items) => (
        <Lanes
          label={words.chart}
          bins={binsOf(items, PERIODS)}
          momentText={(atMs) => format.short(new Date(atMs).toISOString())}
          isSmall
        />
      )}
    />
  );
}

function useColumns(): ListColumn<EventItem>[] {
  const words = useWords(eventsWords);
  const { words: common } = useLanguage().messages;
  const rowText = useRowText();
  const decidedBy = useDecidedBy();
  const outcome = (event: EventItem) => common.outcomes[outcomeOf(event)];
  const destination = (event: EventItem) =>
    event.destination === null ? null : common.destinations[event.destination];
  return [
    timeColumn('time', words.time, ({ createdAt }) => createdAt),
    { id: 'outcome', name: words.outcome, width: '6.75rem', phone: 'start', value: outcome, cell: VerdictOf },
    {
      id: 'risk',
      name: words.risk,
      width: '3.75rem',
      phone: 'middle',
      value: ({ riskScore }) => riskScore,
      cell: RiskOf,
    },
    { id: 'agent', name: words.agent, width: '8rem', phone: 'below', value: ({ agent }) => agent.name, isName: true },
    { id: 'what', name: words.what, width: 'minmax(0, 1fr)', phone: 'below', value: rowText, cell: ActOf },
    { id: 'destination', name: words.destination, width: '8rem', isWide: true, value: destination, cell: WhereOf },
    { id: 'decidedBy', name: words.decidedBy, width: '11rem', isWide: true, value: decidedBy, cell: DeciderOf },
  ];
}
