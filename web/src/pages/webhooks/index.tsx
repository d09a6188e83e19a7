/** The webhook endpoints, how each is doing, and what was sent to it. Owners and admins add, change and delete them. */
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { meQuery, webhooksQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Endpoint } from './endpoint.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';

export function WebhooksPage() {
  const { messages } = useLanguage();
  const { data: me } = useSuspenseQuery(meQuery);
  const webhooks = useInfiniteQuery(webhooksQuery);
  const [result, setResult] = useState('');
  const items = webhooks.data?.pages.flatMap((page) => page.items) ?? [];
  const { webhooks: labels } = messages;
  const canChange = me.organization.role !== 'MEMBER';
  return (
    <div className="flex flex-col gap-5">
      <PageHeading title={labels.title} lead={labels.lead}>
        {canChange && <AddButton onResult={setResult} />}
      </PageHeading>
      {result !== '' && <ResultNotice key={result} text={result} />}
      {webhooks.error !== null && (
        <FailureNotice failure={failureOf(webhooks.error)} onRetry={() => void webhooks.refetch()} />
      )}
      {webhooks.isPending && <p className="text-muted">{messages.loading}</p>}
      {webhooks.isSuccess && items.length === 0 && (
        <EmptyState
          icon={WebhookIcon}
          title={labels.noneTitle}
          text={canChange ? labels.noneText : labels.noneTextMember}
        />
      )}
      {items.map((webhook) => (
        <Endpoint key={webhook.id} webhook={webhook} canChange={canChange} onResult={setResult} />
      ))}
      {webhooks.hasNextPage && (
        <Button onClick={() => void webhooks.fetchNextPage()} disabled={webhooks.isFetchingNextPage}>
          {webhooks.isFetchingNextPage ? labels.loadingMore : labels.loadMore}
        </Button>
      )}
    </div>
  );
}

/** What came of it, where the list begins. It takes the focus: what was acted upon may be gone. */
function ResultNotice({ text }: { text: string }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return <Notice ref={notice} tone="success" what={text} />;
}

function AddButton({ onResult }: { onResult(text: string): void }) {
  const { messages } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="primary"
        onClick={() => {
          onResult('');
          setOpen(true);
        }}
      >
        <Plus aria-hidden className="size-4" />
        {messages.webhooks.add}
      </Button>
      {isOpen && <EndpointDialog webhook={null} onClose={() => setOpen(false)} onResult={onResult} />}
    </>
  );
}
