// SPDX-License-Identifier: Apache-2.0
/** The deliveries of one endpoint, newest first, each with its attempts and the way to send it again. */
import type { Delivery } from '@svc/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { pagesOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useFollower } from '../../live/followers.ts';
import { useCallFault } from '../../registry/call-fault.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Answered } from '../../ui/answered.tsx';
import { More } from '../../ui/more.tsx';
import { State, type StateVariant } from '../../ui/state.tsx';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { webhooksWords } from './words.ts';

const PER_PAGE = 20;
/** The end of an attempt that is due appears within this time; no news tell of it. */
const ATTEMPTED_WITHIN_MS = 3_000;

export function Deliveries({ webhookId, canRetry }: { webhookId: string; canRetry: boolean }) {
  const words = useWords(webhooksWords);
  const deliveries = useInfiniteQuery({
    ...pagesOf('listDeliveries', { params: { id: webhookId } }, PER_PAGE),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some(({ status }) => status === 'WAITING')) === true
        ? ATTEMPTED_WITHIN_MS
        : false,
  });
  useFollower(true, () => void deliveries.refetch());
  const items = deliveries.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <Answered query={{ ...deliveries, data: items }}>
        {(all) =>
          all.length === 0 ? (
            <p className="px-6 text-ink-3 max-md:px-4">{words.noDelivery}</p>
          ) : (
            <ul className="border-t border-line">
              {all.map((delivery) => (
                <Item key={delivery.id} delivery={delivery} canRetry={canRetry} />
              ))}
            </ul>
          )
        }
      </Answered>
      {deliveries.hasNextPage && <More list={deliveries} />}
    </>
  );
}

const VARIANTS: Readonly<Record<Delivery['status'], StateVariant>> = {
  WAITING: 'waiting',
  DELIVERED: 'done',
  FAILED: 'bad',
};

function Item({ delivery, canRetry }: { delivery: Delivery; canRetry: boolean }) {
  const { format } = useLanguage();
  const words = useWords(webhooksWords);
  const types = delivery.types.map((type) => words.types[type]).join(', ');
  return (
    <li className="flex flex-col gap-1 border-b border-line px-6 py-2 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <State variant={VARIANTS[delivery.status]} className="min-w-24">
          {words.statuses[delivery.status]}
        </State>
        <span className="font-medium">{types}</span>
        <span className="text-ink-3 tabular-nums">
          <Timestamp iso={delivery.createdAt} text={format.row(delivery.createdAt, Date.now())} />
        </span>
        <span className="text-ink-3">{words.attempts(delivery.attempts)}</span>
        {delivery.nextAttemptAt !== null && <NextAttempt at={delivery.nextAttemptAt} />}
        {canRetry && (
          <ActButton
            variant="ghost"
            size="small"
            className="ml-auto"
            aria-label={words.retryOne(delivery.id)}
            act={() => callApi('retryDelivery', { params: { id: delivery.id } })}
            reads={['listDeliveries']}
            done={() => words.retried}
          >
            {words.retry}
          </ActButton>
        )}
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

/** JSON over several lines, as a person reads it; anything else as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const TEXT = 'mt-1 rounded-m border border-line bg-sunken px-3 py-2 text-meta break-all whitespace-pre-wrap';

function Log({ delivery: { log, body } }: { delivery: Delivery }) {
  const { format } = useLanguage();
  const words = useWords(webhooksWords);
  const faultOf = useCallFault();
  return (
    <div className="flex flex-col gap-2 py-2">
      {log.map(({ attempt, at, status, error, latencyMs, answer }) => (
        <div key={attempt}>
          <p>
            {words.attempt(attempt)}: {status ?? words.noAnswer}
            {error === null ? '' : ` (${faultOf(error)})`}
            <span className="text-ink-3">
              {latencyMs === null ? '' : `, ${words.latency(format.number(latencyMs))}`},{' '}
              <Timestamp iso={at} text={format.dateTime(at)} />
            </span>
          </p>
          {answer !== null && answer !== '' && <pre className={TEXT}>{answer}</pre>}
        </div>
      ))}
      {body !== null && (
        <div>
          <p className="text-ink-3">{words.body}</p>
          <pre className={TEXT}>{indented(body)}</pre>
        </div>
      )}
    </div>
  );
}
