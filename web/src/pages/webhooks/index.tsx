/** The webhook endpoints, those that fail first; one of them open beside the list, with what was sent to it. */
import type { Webhook } from '@svc/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { pagesOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { Can, useMay } from '../../session/may.tsx';
import { Page, ScrollRegion } from '../../shell/page.tsx';
import { useShortcut } from '../../shell/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { More } from '../../ui/more.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Key } from '../../ui/tag.tsx';
import { Endpoint } from './endpoint.tsx';
import { Health } from './health.tsx';
import { webhooksWords } from './words.ts';

const EndpointDialog = lazy(() => import('./endpoint-dialog.tsx'));

export function WebhooksPage() {
  const words = useWords(webhooksWords);
  const { webhook: open } = useSearch({ from: '/signed-in/webhooks' });
  const webhooks = useInfiniteQuery(pagesOf('listWebhooks', {}));
  const items = webhooks.data?.pages.flatMap((page) => page.items).toSorted(byNeed);
  const selected = items?.find(({ id }) => id === open) ?? items?.[0];
  return (
    <Page
      title={words.title}
      count={items?.length}
      actions={<AddButton />}
      {...(open !== undefined && { onPhone: { title: words.one, backTo: words.title } })}
    >
      {webhooks.error !== null && (
        <div className="p-4">
          <FailureNotice failure={failureOf(webhooks.error)} onRetry={() => void webhooks.refetch()} />
        </div>
      )}
      {webhooks.isPending && <Skeleton rowClass="h-13" />}
      {items?.length === 0 && <None />}
      {items !== undefined && selected !== undefined && (
        <div className="flex min-h-0 grow max-md:flex-col">
          <div
            className={`flex min-h-0 flex-col md:w-86 md:shrink-0 md:border-r md:border-line
              ${open === undefined ? '' : 'max-md:hidden'}`}
          >
            <ScrollRegion label={words.list}>
              <Rows items={items} selected={selected.id} />
              {webhooks.hasNextPage && <More list={webhooks} />}
            </ScrollRegion>
          </div>
          <div className={`flex min-h-0 min-w-0 grow flex-col ${open === undefined ? 'max-md:hidden' : ''}`}>
            <Endpoint key={selected.id} webhook={selected} />
          </div>
        </div>
      )}
    </Page>
  );
}

/**
 * Failing endpoints come first, then working ones, then disabled ones; each group is newest first, like the service's
 * list.
 */
function byNeed(one: Webhook, other: Webhook): number {
  const need = ({ disabledAt, failingSince }: Webhook) => (disabledAt !== null ? 2 : failingSince !== null ? 0 : 1);
  return need(one) - need(other);
}

const ROW =
  'flex min-h-13 flex-col justify-center gap-1 border-b border-line px-4 py-2 transition-colors hover:bg-hover ' +
  'focus-visible:-outline-offset-2 md:aria-[current]:bg-selected md:aria-[current]:shadow-edge';

function Rows({ items, selected }: { items: readonly Webhook[]; selected: string }) {
  const navigate = useNavigate({ from: '/webhooks' });
  const index = items.findIndex(({ id }) => id === selected);
  const step = (by: number) => {
    const next = items[index + by];
    if (next !== undefined) void navigate({ search: { webhook: next.id } });
  };
  useShortcut('j', () => step(1));
  useShortcut('k', () => step(-1));
  return (
    <ul>
      {items.map((webhook) => (
        <li key={webhook.id}>
          <Link
            to="/webhooks"
            search={{ webhook: webhook.id }}
            activeProps={{}}
            aria-current={webhook.id === selected ? 'true' : undefined}
            className={ROW}
          >
            <span className="truncate font-mono font-medium">{webhook.url}</span>
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0 truncate text-meta text-ink-3">{webhook.description}</span>
              <Health webhook={webhook} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function None() {
  const words = useWords(webhooksWords);
  const canAdd = useMay()('createWebhook');
  return <EmptyState title={words.noneTitle} text={canAdd ? words.noneText : words.noneTextMember} />;
}

function AddButton() {
  const words = useWords(webhooksWords);
  const [isOpen, setOpen] = useState(false);
  const canAdd = useMay()('createWebhook');
  useShortcut('c', () => setOpen(true), canAdd);
  return (
    <Can operation="createWebhook">
      <Button look="solid" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {words.add} <Key>C</Key>
      </Button>
      {isOpen && (
        <Suspense>
          <EndpointDialog webhook={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Can>
  );
}
