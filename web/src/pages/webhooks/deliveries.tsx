/** The deliveries of one endpoint, newest first, each with its attempts and the way to send it again. */
import type { Delivery } from '@svc/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { pagesOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { Moment, useNow } from '../../ui/moment.tsx';
import { More } from '../../ui/more.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { webhooksWords } from './words.ts';

const PER_PAGE = 20;
/** While the page is visible, an attempt that ends appears within this time. */
const REFRESH_EVERY_MS = 3_000;

export function Deliveries({ webhookId, canRetry }: { webhookId: string; canRetry: boolean }) {
  const words = useWords(webhooksWords);
  const deliveries = useInfiniteQuery({
    ...pagesOf('listDeliveries', { params: { id: webhookId } }, PER_PAGE),
    refetchInterval: REFRESH_EVERY_MS,
  });
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {deliveries.error !== null && (
        <div className="px-6 max-md:px-4">
          <FailureNotice failure={failureOf(deliveries.error)} onRetry={() => void deliveries.refetch()} />
        </div>
      )}
      {deliveries.isPending && <Skeleton />}
      {deliveries.isSuccess && items.length === 0 && <p className="px-6 text-ink-3 max-md:px-4">{words.noDelivery}</p>}
      {items.length > 0 && (
        <ul className="border-t border-line">
          {items.map((delivery) => (
            <Item key={delivery.id} delivery={delivery} canRetry={canRetry} />
          ))}
        </ul>
      )}
      {deliveries.hasNextPage && <More list={deliveries} />}
    </>
  );
}

const LOOKS: Readonly<Record<Delivery['status'], { shape: string; tone: string }>> = {
  WAITING: { shape: 'rotate-45 bg-review-fill', tone: 'font-medium text-review-ink' },
  DELIVERED: { shape: 'rounded-full bg-allow-fill', tone: 'text-ink-3' },
  FAILED: { shape: 'bg-block-fill', tone: 'font-medium text-block-ink' },
};

function Item({ delivery, canRetry }: { delivery: Delivery; canRetry: boolean }) {
  const { format } = useLanguage();
  const words = useWords(webhooksWords);
  const { shape, tone } = LOOKS[delivery.status];
  const types = delivery.types.map((type) => words.types[type]).join(', ');
  return (
    <li className="flex flex-col gap-1 border-b border-line px-6 py-2 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className={`flex w-24 items-center gap-1.5 ${tone}`}>
          <span aria-hidden className={`size-2 ${shape}`} />
          {words.statuses[delivery.status]}
        </span>
        <span className="font-medium">{types}</span>
        <span className="text-ink-3 tabular-nums">
          <Moment iso={delivery.createdAt} text={format.short(delivery.createdAt)} />
        </span>
        <span className="text-ink-3">{words.attempts(delivery.attempts)}</span>
        {delivery.nextAttemptAt !== null && <NextAttempt at={delivery.nextAttemptAt} />}
        {canRetry && <RetryButton delivery={delivery} />}
      </div>
      <details>
        <summary className="text-meta text-ink-3 hover:text-ink">
          <span className="font-mono break-all">{words.details(delivery.id)}</span>
        </summary>
        <Log delivery={delivery} />
      </details>
    </li>
  );
}

function NextAttempt({ at }: { at: string }) {
  const { format } = useLanguage();
  const words = useWords(webhooksWords);
  const left = format.left(at, useNow());
  return <span className="text-review-ink">{left === null ? words.nextAttemptNow : words.nextAttempt(left)}</span>;
}

const TEXT = 'mt-1 rounded-m border border-line bg-sunken px-3 py-2 text-meta break-all whitespace-pre-wrap';

function Log({ delivery: { log, body } }: { delivery: Delivery }) {
  const { format } = useLanguage();
  const words = useWords(webhooksWords);
  return (
    <div className="flex flex-col gap-2 py-2">
      {log.map(({ attempt, at, status, error, latencyMs, answer }) => (
        <div key={attempt}>
          <p>
            {words.attempt(attempt)}: {status ?? words.noAnswer}
            {error === null ? '' : ` (${error})`}
            <span className="text-ink-3">
              {latencyMs === null ? '' : `, ${words.latency(format.number(latencyMs))}`},{' '}
              <Moment iso={at} text={format.dateTime(at)} />
            </span>
          </p>
          {answer !== null && answer !== '' && <pre className={TEXT}>{answer}</pre>}
        </div>
      ))}
      {body !== null && (
        <div>
          <p className="text-ink-3">{words.body}</p>
          <pre className={TEXT}>{body}</pre>
        </div>
      )}
    </div>
  );
}

function RetryButton({ delivery: { id } }: { delivery: Delivery }) {
  const words = useWords(webhooksWords);
  const retrying = useAct(
    () => callApi('retryDelivery', { params: { id } }),
    ['listDeliveries'],
    () => showToast({ title: words.retried }),
  );
  return (
    <div className="ml-auto flex flex-col items-end gap-2">
      <Button
        look="ghost"
        size="small"
        aria-label={words.retryOne(id)}
        disabled={retrying.isPending}
        onClick={() => retrying.mutate()}
      >
        {words.retry}
      </Button>
      {retrying.error !== null && <FailureNotice failure={failureOf(retrying.error)} />}
    </div>
  );
}
