/** Every decision, newest first: search, filters, and more of them on request. */
import type { DecisionWord, EventAction, EventItem, RiskLevel } from '@svc/contract';
import { LIST_SEARCH_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ListFilter, ScrollText, SearchX } from 'lucide-react';
import type { FormEvent } from 'react';
import { failureOf } from '../api/failure.ts';
import { type EventFilters, eventsQuery } from '../api/queries.ts';
import { useLanguage } from '../language/index.tsx';
import { useAnnounce } from '../ui/announcer.tsx';
import { Badge, DecisionBadge, RiskBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { type Choice, Select, TextField } from '../ui/field.tsx';
import { ListEnd } from '../ui/list-end.tsx';
import { LINKED_ROW, ListTable } from '../ui/list-table.tsx';
import { Moment } from '../ui/moment.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

const DECISIONS: readonly DecisionWord[] = ['ALLOW', 'REVIEW', 'BLOCK'];
const RISK_LEVELS: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const ACTIONS: readonly EventAction[] = ['READ_DATA', 'WRITE_DATA', 'DELETE_DATA', 'EXPORT_DATA', 'SEND_EMAIL'];

type EventsSearch = Pick<EventFilters, 'q' | 'agent' | 'resource' | 'action' | 'decision' | 'riskLevel'>;

export function eventsSearchOf(search: Record<string, unknown>): EventsSearch {
  const text = (name: 'q' | 'agent' | 'resource') => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  const action = ACTIONS.find((one) => one === search.action);
  const decision = DECISIONS.find((one) => one === search.decision);
  const riskLevel = RISK_LEVELS.find((one) => one === search.riskLevel);
  return {
    ...text('q'),
    ...text('agent'),
    ...text('resource'),
    ...(action !== undefined && { action }),
    ...(decision !== undefined && { decision }),
    ...(riskLevel !== undefined && { riskLevel }),
  };
}

export function EventsPage() {
  const { messages } = useLanguage();
  const search = useSearch({ from: '/signed-in/events' });
  const events = useInfiniteQuery(eventsQuery(search));
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="flex flex-col gap-5">
      <PageHeading title={messages.events.title} lead={messages.events.lead} />
      {/* A new form for each address: going back shows the filters of then. */}
      <Filters key={JSON.stringify(search)} search={search} />
      {events.error !== null && (
        <FailureNotice failure={failureOf(events.error)} onRetry={() => void events.refetch()} />
      )}
      {events.isPending && <p className="text-muted">{messages.loading}</p>}
      {events.isSuccess && items.length === 0 && <NoEvents isFiltered={Object.keys(search).length > 0} />}
      {items.length > 0 && <EventTable items={items} />}
      {items.length > 0 && (
        <ListEnd
          list={events}
          shown={messages.events.shown(items.length)}
          more={messages.events.loadMore}
          loading={messages.events.loadingMore}
        />
      )}
    </div>
  );
}

/** The address keeps the filters, so that a page can be sent to somebody, and going back works. */
function Filters({ search }: { search: EventsSearch }) {
  const { messages } = useLanguage();
  const navigate = useNavigate({ from: '/events' });
  const announce = useAnnounce();
  const { events, words } = messages;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget));
    announce(messages.loading);
    void navigate({ search: eventsSearchOf({ ...search, ...form }) });
  };
  const choose = (chosen: Record<string, string>) => {
    void navigate({ search: eventsSearchOf({ ...search, ...chosen }) });
  };
  return (
    <search>
      <form onSubmit={submit} className="rounded-xl border border-line bg-surface p-4 shadow-panel">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
          <TextField
            label={events.search}
            name="q"
            type="search"
            defaultValue={search.q}
            maxLength={LIST_SEARCH_CHARACTERS_MAX}
          />
          <TextField label={events.agent} name="agent" defaultValue={search.agent} maxLength={NAME_CHARACTERS_MAX} />
          <TextField
            label={events.resource}
            name="resource"
            defaultValue={search.resource}
            maxLength={NAME_CHARACTERS_MAX}
          />
          <Select
            label={events.action}
            value={search.action ?? ''}
            choices={choicesOf(events.all, ACTIONS, words.actions)}
            onChoose={(action) => choose({ action })}
          />
          <Select
            label={events.decision}
            value={search.decision ?? ''}
            choices={choicesOf(events.all, DECISIONS, words.verdicts)}
            onChoose={(decision) => choose({ decision })}
          />
          <Select
            label={events.riskLevel}
            value={search.riskLevel ?? ''}
            choices={choicesOf(events.all, RISK_LEVELS, words.riskLevels)}
            onChoose={(riskLevel) => choose({ riskLevel })}
          />
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button type="submit" look="primary">
            <ListFilter aria-hidden className="size-4" />
            {events.apply}
          </Button>
          {Object.keys(search).length > 0 && (
            <Button look="quiet" onClick={() => void navigate({ search: {} })}>
              {events.clear}
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

function choicesOf<Word extends string>(
  all: string,
  words: readonly Word[],
  names: Readonly<Record<Word, string>>,
): readonly Choice<Word | ''>[] {
  return [{ value: '', name: all }, ...words.map((value) => ({ value, name: names[value] }))];
}

function EventTable({ items }: { items: readonly EventItem[] }) {
  const { messages } = useLanguage();
  const { events } = messages;
  return (
    <ListTable caption={events.lead} columns={[events.action, events.agent, events.risk, events.outcome, events.when]}>
      {items.map((item) => (
        <EventRow key={item.id} item={item} />
      ))}
    </ListTable>
  );
}

function EventRow({ item }: { item: EventItem }) {
  const { messages, format } = useLanguage();
  return (
    <tr className={LINKED_ROW}>
      <th scope="row" className="font-normal max-md:w-full md:px-4 md:py-3">
        <Link
          to="/events/$eventId"
          params={{ eventId: item.id }}
          className="font-semibold after:absolute after:inset-0 hover:underline"
        >
          {messages.words.actionsOn[item.action](item.resource.name)}
        </Link>{' '}
        {item.sandbox && <Badge tone="neutral">{messages.events.sandbox}</Badge>}
        <span className="block text-muted max-md:hidden">
          {messages.words.classifications[item.resource.classification]}
          {item.destination !== null && ` · ${messages.words.destinations[item.destination]}`}
        </span>
      </th>
      <td className="md:px-4 md:py-3">{item.agent.name}</td>
      <td className="md:px-4 md:py-3">
        <RiskBadge level={item.riskLevel} score={item.riskScore} />
      </td>
      <td className="md:px-4 md:py-3">
        <DecisionBadge decision={item.finalDecision} />
      </td>
      <td className="text-muted max-md:w-full md:px-4 md:py-3 md:whitespace-nowrap">
        <Moment iso={item.createdAt} text={format.dateTime(item.createdAt)} />
      </td>
    </tr>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  const { messages } = useLanguage();
  const { events } = messages;
  if (isFiltered) return <EmptyState icon={SearchX} title={events.noneFoundTitle} text={events.noneFoundText} />;
  return <EmptyState icon={ScrollText} title={events.emptyTitle} text={events.emptyText} />;
}
