// SPDX-License-Identifier: Apache-2.0
/** The webhook endpoints, those that fail first; one of them open beside the list, with what was sent to it. */
import type { Webhook } from '@svc/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy } from 'react';
import { pagesOf } from '../../api/reading.ts';
import { SideBySide, SideList } from '../../detail/side-by-side.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import { Can, useMay } from '../../session/may.tsx';
import { Answered } from '../../ui/answered.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { More } from '../../ui/more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Key } from '../../ui/tag.tsx';
import { Endpoint, Health } from './endpoint.tsx';
import { webhooksWords } from './words.ts';

const EndpointDialog = lazy(() => import('./endpoint-dialog.tsx'));

export function WebhooksPage() {
  const words = useWords(webhooksWords);
  const { webhook: chosen } = useSearch({ from: '/signed-in/webhooks' });
  const canAdd = useMay()('createWebhook');
  const webhooks = useInfiniteQuery(pagesOf('listWebhooks', {}));
  const items = webhooks.data?.pages.flatMap((page) => page.items).toSorted(byNeed);
  return (
    <Page
      title={words.title}
      count={items?.length}
      actions={
        <span className={chosen === undefined ? '' : 'max-md:hidden'}>
          <AddButton />
        </span>
      }
      {...(chosen !== undefined && { onPhone: { title: words.one, backTo: words.title } })}
    >
      <Answered query={{ ...webhooks, data: items }} skeleton={<Skeleton rowClass="h-13" />}>
        {(all) => {
          const open = all.find(({ id }) => id === chosen) ?? all[0];
          if (open === undefined) {
            return (
              <EmptyState
                help="webhooks"
                title={words.noneTitle}
                text={canAdd ? words.noneText : words.noneTextMember}
              />
            );
          }
          const list = (
            <SideList
              label={words.list}
              items={all}
              keyOf={({ id }) => id}
              field="webhook"
              selected={open.id}
              row={(webhook) => <Row webhook={webhook} />}
              below={webhooks.hasNextPage && <More list={webhooks} />}
            />
          );
          return (
            <SideBySide list={list} isChosen={chosen !== undefined}>
              <Endpoint key={open.id} webhook={open} />
            </SideBySide>
          );
        }}
      </Answered>
    </Page>
  );
}

/**
 * Failing endpoints come first, then working ones, then disabled ones; each group is newest first, like the service's
 * list.
 */
function byNeed(one: Webhook, other: Webhook): number {
  const need = ({ disabledAt, failingSince, held }: Webhook) =>
    disabledAt !== null ? 2 : failingSince !== null || held !== null ? 0 : 1;
  return need(one) - need(other);
}

function Row({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <span className="truncate font-mono font-medium">{webhook.url}</span>
      <span className="flex items-center justify-between gap-3 text-meta">
        <span className="min-w-0 truncate text-ink-3">{webhook.description}</span>
        <Health webhook={webhook} />
      </span>
    </>
  );
}

function AddButton() {
  const words = useWords(webhooksWords);
  return (
    <Can operation="createWebhook">
      <DialogButton variant="solid" shortcut="c" dialog={(close) => <EndpointDialog webhook={null} onClose={close} />}>
        <Plus aria-hidden className="size-4" />
        {words.add} <Key>C</Key>
      </DialogButton>
    </Can>
  );
}
