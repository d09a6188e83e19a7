/** The deliveries of one endpoint, newest first, each with its attempts and the way to send it again. */
import type { Delivery } from '@svc/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { failureOf } from '../../api/failure.ts';
import { deliveriesQuery, retryDelivery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment, useNow } from '../../ui/moment.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

interface DeliveriesProps {
  webhookId: string;
  canRetry: boolean;
}

export function Deliveries({ webhookId, canRetry }: DeliveriesProps) {
  const { messages } = useLanguage();
  const deliveries = useInfiniteQuery(deliveriesQuery(webhookId));
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? [];
  const { webhooks: labels } = messages;
  return (
    <div className="flex flex-col gap-3">
      {deliveries.error !== null && (
        <FailureNotice failure={failureOf(deliveries.error)} onRetry={() => void deliveries.refetch()} />
      )}
      {deliveries.isPending && <p className="text-muted">{messages.loading}</p>}
      {deliveries.isSuccess && items.length === 0 && <p className="text-muted">{labels.noDelivery}</p>}
      {items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line text-sm">
          {items.map((delivery) => (
            <Item key={delivery.id} delivery={delivery} canRetry={canRetry} />
          ))}
        </ul>
      )}
      {deliveries.hasNextPage && (
        <Button
          className="self-start"
          onClick={() => void deliveries.fetchNextPage()}
          disabled={deliveries.isFetchingNextPage}
        >
          {deliveries.isFetchingNextPage ? labels.loadingMore : labels.loadMore}
        </Button>
      )}
    </div>
  );
}

const TONES: Readonly<Record<Delivery['status'], Tone>> = { WAITING: 'review', DELIVERED: 'allow', FAILED: 'block' };

function Item({ delivery, canRetry }: { delivery: Delivery; canRetry: boolean }) {
  const { messages, format } = useLanguage();
  const { webhooks: labels } = messages;
  const types = delivery.types.map((type) => labels.types[type]).join(' · ');
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={TONES[delivery.status]}>{labels.statuses[delivery.status]}</Badge>
          <span className="font-medium">{types}</span>
          <span className="text-muted">
            <Moment iso={delivery.createdAt} text={format.dateTime(delivery.createdAt)} />
          </span>
          <span className="text-muted">{labels.attempts(delivery.attempts)}</span>
          {delivery.nextAttemptAt !== null && <NextAttempt at={delivery.nextAttemptAt} />}
        </p>
        {canRetry && <RetryButton delivery={delivery} />}
      </div>
      <details>
        <summary className="text-muted hover:text-ink">
          <span className="font-mono text-xs break-all">{labels.details(delivery.id)}</span>
        </summary>
        <Log delivery={delivery} />
      </details>
    </li>
  );
}

function NextAttempt({ at }: { at: string }) {
  const { messages, format } = useLanguage();
  const left = format.left(at, useNow());
  const { webhooks: labels } = messages;
  return <span className="text-muted">{left === null ? labels.nextAttemptNow : labels.nextAttempt(left)}</span>;
}

const TEXT = 'rounded-lg bg-sunken px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap';

function Log({ delivery: { log, body } }: { delivery: Delivery }) {
  const { messages, format } = useLanguage();
  const { webhooks: labels } = messages;
  return (
    <div className="mt-2 flex flex-col gap-2">
      {log.map(({ attempt, at, status, error, latencyMs, answer }) => (
        <div key={attempt}>
          <p>
            {labels.attempt(attempt)}: {status ?? labels.noAnswer}
            {error === null ? '' : ` (${error})`}
            <span className="text-muted">
              {latencyMs === null ? '' : ` · ${labels.latency(format.number(latencyMs))}`} ·{' '}
              <Moment iso={at} text={format.dateTime(at)} />
            </span>
          </p>
          {answer !== null && answer !== '' && <pre className={TEXT}>{answer}</pre>}
        </div>
      ))}
      {body !== null && (
        <div>
          <p className="text-muted">{labels.body}</p>
          <pre className={TEXT}>{body}</pre>
        </div>
      )}
    </div>
  );
}

function RetryButton({ delivery }: { delivery: Delivery }) {
  const { messages } = useLanguage();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { webhooks: labels } = messages;
  const retrying = useMutation({
    mutationFn: () => retryDelivery(delivery.id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: deliveriesQuery(delivery.webhookId).queryKey });
      announce(labels.retried);
    },
  });
  return (
    <div className="flex flex-col items-end gap-2">
      <Button
        look="quiet"
        aria-label={labels.retryOne(delivery.id)}
        disabled={retrying.isPending}
        onClick={() => retrying.mutate()}
      >
        {labels.retry}
      </Button>
      {retrying.error !== null && <FailureNotice failure={failureOf(retrying.error)} />}
    </div>
  );
}
