/** The log of both gateways: search, filters, and more of it on request. */
import type { DecisionWord } from '@svc/contract';
import { LIST_SEARCH_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ListFilter, SearchX, Waypoints } from 'lucide-react';
import type { FormEvent } from 'react';
import { failureOf } from '../../api/failure.ts';
import { type GatewayCallFilters, gatewayCallsQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { GatewayCallRows } from './rows.tsx';

const PROTOCOLS = ['HTTP', 'MCP'] as const;
const DECISIONS: readonly DecisionWord[] = ['ALLOW', 'REVIEW', 'BLOCK'];

export function gatewayCallsSearchOf(search: Record<string, unknown>): GatewayCallFilters {
  const text = (name: 'q' | 'agent' | 'route') => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  const protocol = PROTOCOLS.find((one) => one === search.protocol);
  const decision = DECISIONS.find((one) => one === search.decision);
  return {
    ...text('q'),
    ...text('agent'),
    ...text('route'),
    ...(protocol !== undefined && { protocol }),
    ...(decision !== undefined && { decision }),
  };
}

export function GatewayCallsPage() {
  const { messages } = useLanguage();
  const search = useSearch({ from: '/signed-in/gateway-calls' });
  const calls = useInfiniteQuery(gatewayCallsQuery(search));
  const items = calls.data?.pages.flatMap((page) => page.items) ?? [];
  const { gatewayCalls: labels } = messages;
  return (
    <div className="flex flex-col gap-5">
      <PageHeading title={labels.title} lead={labels.lead} />
      {/* A new form for each address: going back shows the filters of then. */}
      <Filters key={JSON.stringify(search)} search={search} />
      {calls.error !== null && <FailureNotice failure={failureOf(calls.error)} onRetry={() => void calls.refetch()} />}
      {calls.isPending && <p className="text-muted">{messages.loading}</p>}
      {calls.isSuccess && items.length === 0 && <NoCalls isFiltered={Object.keys(search).length > 0} />}
      {items.length > 0 && <GatewayCallRows items={items} />}
      {calls.isSuccess && (
        <ListEnd
          list={calls}
          shown={labels.shown(items.length)}
          more={moreText(items.length, labels)}
          loading={labels.loadingMore}
        />
      )}
    </div>
  );
}

/** A page of a search looks through a bounded number of calls: it may have found none while older ones are left. */
function moreText(shown: number, { loadMore, searchOlder }: { loadMore: string; searchOlder: string }): string {
  return shown === 0 ? searchOlder : loadMore;
}

/** The address keeps the filters, so that a page can be sent to somebody, and going back works. */
function Filters({ search }: { search: GatewayCallFilters }) {
  const { messages } = useLanguage();
  const navigate = useNavigate({ from: '/gateway-calls' });
  const announce = useAnnounce();
  const { gatewayCalls: labels, words } = messages;
  const apply = (chosen: Record<string, unknown>) => {
    announce(messages.loading);
    void navigate({ search: gatewayCallsSearchOf({ ...search, ...chosen }) });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(Object.fromEntries(new FormData(event.currentTarget)));
  };
  const all = { value: '', name: labels.all } as const;
  return (
    <search>
      <form onSubmit={submit} className="rounded-xl border border-line bg-surface p-4 shadow-panel">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
          <TextField
            label={labels.search}
            name="q"
            type="search"
            defaultValue={search.q}
            maxLength={LIST_SEARCH_CHARACTERS_MAX}
          />
          <TextField label={labels.agent} name="agent" defaultValue={search.agent} maxLength={NAME_CHARACTERS_MAX} />
          <TextField label={labels.route} name="route" defaultValue={search.route} maxLength={NAME_CHARACTERS_MAX} />
          <Select
            label={labels.protocol}
            value={search.protocol ?? ''}
            choices={[all, ...PROTOCOLS.map((value) => ({ value, name: value }))]}
            onChoose={(protocol) => apply({ protocol })}
          />
          <Select
            label={labels.decision}
            value={search.decision ?? ''}
            choices={[all, ...DECISIONS.map((value) => ({ value, name: words.verdicts[value] }))]}
            onChoose={(decision) => apply({ decision })}
          />
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button type="submit" look="primary">
            <ListFilter aria-hidden className="size-4" />
            {labels.apply}
          </Button>
          {Object.keys(search).length > 0 && (
            <Button look="quiet" onClick={() => void navigate({ search: {} })}>
              {labels.clear}
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

function NoCalls({ isFiltered }: { isFiltered: boolean }) {
  const { messages } = useLanguage();
  const { gatewayCalls: labels } = messages;
  if (isFiltered) return <EmptyState icon={SearchX} title={labels.noneFoundTitle} text={labels.noneFoundText} />;
  return <EmptyState icon={Waypoints} title={labels.emptyTitle} text={labels.emptyText} />;
}
