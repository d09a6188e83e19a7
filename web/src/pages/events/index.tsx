// SPDX-License-Identifier: Apache-2.0
/** Every decision, newest first; a drawer tells how each was made. */
import type { EventItem } from '@svc/contract';
import { doorWords } from '../../decision/door-words.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useSandbox } from '../../page/sandbox.ts';
import { EventDrawer } from '../../review/event-drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { commandOf } from '../api-keys/command.ts';
import { EventsChart } from './chart.tsx';
import { useColumns } from './columns.tsx';
import { StoppedOffer } from './stopped-offer.tsx';
import { eventsWords } from './words.ts';

export function EventsPage() {
  const { decisions } = useLanguage().messages.words;
  const words = useWords(eventsWords);
  const { doors } = useWords(doorWords);
  const isSandbox = useSandbox();
  return (
    <ListPage<'listEvents', EventItem>
      id="listEvents"
      title={words.title}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="what"
      values={{ ...words.values, decision: { ...decisions, STOPPED: words.stopped }, door: doors }}
      offer={(state) => <StoppedOffer state={state} />}
      drawer={(opened) => <EventDrawer opened={opened} />}
      empty={
        <EmptyState
          help="deciding"
          title={words.emptyTitle}
          text={words.emptyText(isSandbox)}
          command={{ label: words.command, code: commandOf() }}
        />
      }
      above={(items, search) => <EventsChart items={items} search={search} />}
    />
  );
}
