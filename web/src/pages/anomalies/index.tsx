/** What agents did that is unusual: search, filters, a scan at once, and closing with a note. */
import type { AnomalyKind } from '@svc/contract';
import { LIST_SEARCH_CHARACTERS_MAX } from '@svc/contract/limits';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity, ListFilter, SearchX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { type AnomalyFilters, anomaliesQuery, meQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Result } from './result.ts';
import { AnomalyRows } from './rows.tsx';
import { ScanNow } from './scan-now.tsx';

const KINDS: readonly AnomalyKind[] = ['VOLUME_SPIKE', 'RATE_SPIKE', 'NEW_ACTION', 'NEW_EXTERNAL_DEST'];
const STATUSES = ['OPEN', 'CLOSED'] as const;

export function anomaliesSearchOf(search: Record<string, unknown>): AnomalyFilters {
  const status = STATUSES.find((one) => one === search.status);
  const kind = KINDS.find((one) => one === search.kind);
  return {
    ...(typeof search.q === 'string' && search.q !== '' && { q: search.q }),
    ...(status !== undefined && { status }),
    ...(kind !== undefined && { kind }),
  };
}

export function AnomaliesPage() {
  const { messages } = useLanguage();
  const { data: me } = useSuspenseQuery(meQuery);
  const search = useSearch({ from: '/signed-in/anomalies' });
  const anomalies = useInfiniteQuery(anomaliesQuery(search));
  const [result, setResult] = useState<Result | null>(null);
  const items = anomalies.data?.pages.flatMap((page) => page.items) ?? [];
  const mayClose = me.organization.role !== 'MEMBER';
  const { anomalies: labels } = messages;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <PageHeading title={labels.title} lead={labels.lead} />
        {mayClose && <ScanNow onResult={setResult} />}
      </div>
      {result !== null && <Notice tone={result.tone} what={result.what} />}
      {/* A new form for each address: going back shows the filters of then. */}
      <Filters key={JSON.stringify(search)} search={search} />
      {anomalies.error !== null && (
        <FailureNotice failure={failureOf(anomalies.error)} onRetry={() => void anomalies.refetch()} />
      )}
      {anomalies.isPending && <p className="text-muted">{messages.loading}</p>}
      {anomalies.isSuccess && items.length === 0 && <NoAnomalies isFiltered={Object.keys(search).length > 0} />}
      {items.length > 0 && <AnomalyRows items={items} mayClose={mayClose} onResult={setResult} />}
      {items.length > 0 && (
        <ListEnd
          list={anomalies}
          shown={labels.shown(items.length)}
          more={labels.loadMore}
          loading={labels.loadingMore}
        />
      )}
    </div>
  );
}

/** The address keeps the filters, so that a page can be sent to somebody, and going back works. */
function Filters({ search }: { search: AnomalyFilters }) {
  const { messages } = useLanguage();
  const navigate = useNavigate({ from: '/anomalies' });
  const { anomalies: labels } = messages;
  const apply = (chosen: Record<string, unknown>) => {
    void navigate({ search: anomaliesSearchOf({ ...search, ...chosen }) });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply({ q: new FormData(event.currentTarget).get('q') });
  };
  return (
    <search>
      <form onSubmit={submit} className="rounded-xl border border-line bg-surface p-4 shadow-panel">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <TextField
            label={labels.search}
            name="q"
            type="search"
            defaultValue={search.q}
            maxLength={LIST_SEARCH_CHARACTERS_MAX}
          />
          <Select
            label={labels.status}
            value={search.status ?? ''}
            choices={[
              { value: '', name: labels.all },
              ...STATUSES.map((value) => ({ value, name: labels.statuses[value] })),
            ]}
            onChoose={(status) => apply({ status })}
          />
          <Select
            label={labels.kind}
            value={search.kind ?? ''}
            choices={[{ value: '', name: labels.all }, ...KINDS.map((value) => ({ value, name: labels.kinds[value] }))]}
            onChoose={(kind) => apply({ kind })}
          />
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button type="submit" look="primary">
            <ListFilter aria-hidden className="size-4" />
            {labels.submit}
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

function NoAnomalies({ isFiltered }: { isFiltered: boolean }) {
  const { messages } = useLanguage();
  const { anomalies: labels } = messages;
  if (isFiltered) return <EmptyState icon={SearchX} title={labels.noneFoundTitle} text={labels.noneFoundText} />;
  return <EmptyState icon={Activity} title={labels.emptyTitle} text={labels.emptyText} />;
}
