/** The audit: every entry, newest first; a check of the whole chain, and its export, for owners and admins. */
import { LIST_SEARCH_CHARACTERS_MAX } from '@svc/contract/limits';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, SearchX } from 'lucide-react';
import type { FormEvent } from 'react';
import { failureOf } from '../../api/failure.ts';
import { auditQuery, meQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ChainCheck } from './chain-check.tsx';
import { Entries } from './entries.tsx';

export interface AuditSearch {
  q?: string;
}

export function auditSearchOf(search: Record<string, unknown>): AuditSearch {
  return typeof search.q === 'string' && search.q !== '' ? { q: search.q } : {};
}

export function AuditPage() {
  const { messages } = useLanguage();
  const search = useSearch({ from: '/signed-in/audit' });
  const { data: me } = useSuspenseQuery(meQuery);
  const entries = useInfiniteQuery(auditQuery(search));
  const items = entries.data?.pages.flatMap((page) => page.items) ?? [];
  const { audit } = messages;
  return (
    <div className="flex flex-col gap-5">
      <PageHeading title={audit.title} lead={audit.lead} />
      {me.organization.role !== 'MEMBER' && <ChainCheck />}
      {/* A new form for each address: going back shows the search of then. */}
      <SearchForm key={search.q ?? ''} search={search} />
      {entries.error !== null && (
        <FailureNotice failure={failureOf(entries.error)} onRetry={() => void entries.refetch()} />
      )}
      {entries.isPending && <p className="text-muted">{messages.loading}</p>}
      {entries.isSuccess && items.length === 0 && (
        <EmptyState icon={SearchX} title={audit.noneFoundTitle} text={audit.noneFoundText} />
      )}
      {items.length > 0 && <Entries items={items} />}
      {entries.isSuccess && (
        <ListEnd
          list={entries}
          shown={audit.shown(items.length)}
          more={moreText(items.length, audit)}
          loading={audit.loadingMore}
        />
      )}
    </div>
  );
}

/** A page of a search looks through a bounded number of entries: it may have found none while older ones are left. */
function moreText(shown: number, { loadMore, searchOlder }: { loadMore: string; searchOlder: string }): string {
  return shown === 0 ? searchOlder : loadMore;
}

function SearchForm({ search }: { search: AuditSearch }) {
  const { messages } = useLanguage();
  const navigate = useNavigate({ from: '/audit' });
  const announce = useAnnounce();
  const { audit } = messages;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    announce(messages.loading);
    void navigate({ search: auditSearchOf(Object.fromEntries(new FormData(event.currentTarget))) });
  };
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow sm:max-w-md">
          <TextField
            label={audit.search}
            placeholder={audit.searchHint}
            name="q"
            type="search"
            defaultValue={search.q}
            maxLength={LIST_SEARCH_CHARACTERS_MAX}
          />
        </div>
        <Button type="submit">
          <Search aria-hidden className="size-4" />
          {audit.submit}
        </Button>
        {search.q !== undefined && (
          <Button look="quiet" onClick={() => void navigate({ search: {} })}>
            {audit.clear}
          </Button>
        )}
      </form>
    </search>
  );
}
