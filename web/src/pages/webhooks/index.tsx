/** The webhook endpoints, how each is doing, and what was sent to it. */
import type { Webhook } from '@svc/contract';
import { useInfiniteQuery, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useId } from 'react';
import { failureOf } from '../../api/failure.ts';
import { deliveriesQuery, meQuery, sendTestDelivery, webhooksQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useNow } from '../../ui/moment.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Deliveries } from './deliveries.tsx';

export function WebhooksPage() {
  const { messages } = useLanguage();
  const { data: me } = useSuspenseQuery(meQuery);
  const webhooks = useInfiniteQuery(webhooksQuery);
  const items = webhooks.data?.pages.flatMap((page) => page.items) ?? [];
  const { webhooks: labels } = messages;
  return (
    <div className="flex flex-col gap-5">
      <PageHeading title={labels.title} lead={labels.lead} />
      {webhooks.error !== null && (
        <FailureNotice failure={failureOf(webhooks.error)} onRetry={() => void webhooks.refetch()} />
      )}
      {webhooks.isPending && <p className="text-muted">{messages.loading}</p>}
      {webhooks.isSuccess && items.length === 0 && (
        <EmptyState icon={WebhookIcon} title={labels.noneTitle} text={labels.noneText} />
      )}
      {items.map((webhook) => (
        <Endpoint key={webhook.id} webhook={webhook} canChange={me.organization.role !== 'MEMBER'} />
      ))}
      {webhooks.hasNextPage && (
        <Button onClick={() => void webhooks.fetchNextPage()} disabled={webhooks.isFetchingNextPage}>
          {webhooks.isFetchingNextPage ? labels.loadingMore : labels.loadMore}
        </Button>
      )}
    </div>
  );
}

function Endpoint({ webhook, canChange }: { webhook: Webhook; canChange: boolean }) {
  const { messages, format } = useLanguage();
  const { webhooks: labels } = messages;
  const titleId = useId();
  const isEnabled = webhook.disabledAt === null;
  return (
    <section aria-labelledby={titleId} className="rounded-xl border border-line bg-surface p-5 shadow-panel">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={titleId} className="font-semibold break-all">
            {webhook.url}
          </h2>
          {webhook.description !== null && <p className="text-muted">{webhook.description}</p>}
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
            <Health webhook={webhook} />
            {webhook.disabledReason !== null && labels.disabledReasons[webhook.disabledReason]}
            {webhook.nextSecretAt !== null && labels.nextSecret(format.dateTime(webhook.nextSecretAt))}
          </p>
        </div>
        {canChange && isEnabled && <TestButton webhook={webhook} />}
      </div>
      <h3 className="mt-4 mb-2 text-sm font-medium text-muted">{labels.deliveries}</h3>
      <Deliveries webhookId={webhook.id} canRetry={canChange && isEnabled} />
    </section>
  );
}

function Health({ webhook: { disabledAt, failingSince } }: { webhook: Webhook }) {
  const { messages, format } = useLanguage();
  const nowMs = useNow();
  const { webhooks: labels } = messages;
  if (disabledAt !== null) return <Badge tone="block">{labels.disabled}</Badge>;
  if (failingSince !== null) return <Badge tone="review">{labels.failing(format.ago(failingSince, nowMs))}</Badge>;
  return <Badge tone="allow">{labels.working}</Badge>;
}

function TestButton({ webhook }: { webhook: Webhook }) {
  const { messages } = useLanguage();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { webhooks: labels } = messages;
  const testing = useMutation({
    mutationFn: () => sendTestDelivery(webhook.id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: deliveriesQuery(webhook.id).queryKey });
      announce(labels.testSent);
    },
  });
  return (
    <div className="flex flex-col items-end gap-2">
      <Button disabled={testing.isPending} onClick={() => testing.mutate()}>
        {labels.sendTest}
      </Button>
      {testing.error !== null && <FailureNotice failure={failureOf(testing.error)} />}
    </div>
  );
}
