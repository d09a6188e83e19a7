// SPDX-License-Identifier: Apache-2.0
/** Which answers each piece of news makes old. */
import type { AppOperationId } from '@svc/contract';
import type { QueryClient } from '@tanstack/react-query';
import { readAgain } from '../api/read-again.ts';
import { tellFollowers } from './followers.ts';
import type { StreamMessage } from './read-stream.ts';

/** Decisions come often: lists that do not follow them stay as they are until they are asked for. */
const OF_DECISIONS: ReadonlySet<string> = new Set<AppOperationId>([
  'listEvents',
  'listGatewayCalls',
  'listAudit',
  'readUsage',
  'readDashboard',
]);
/** News change none of these: they are checks of one moment, or belong to the person alone. */
const NEVER: ReadonlySet<string> = new Set<AppOperationId>([
  'verifyAudit',
  'proveAudit',
  'readAudit',
  'openStream',
  'listSessions',
  'listActivity',
]);

/** Answers that hold figures of decisions and reviews. */
const COUNTS: readonly string[] = [
  'readDashboard',
  'readUsage',
  'readAgent',
  'listDoorUses',
] satisfies AppOperationId[];

/** The overview counts a few seconds behind the decisions. */
const COUNTED_AFTER_MS = 3_000;

export interface NewsReader {
  take(message: StreamMessage): void;
  /** Anything may have changed. */
  takeAll(): void;
  stop(): void;
}

export function createNewsReader(queries: QueryClient): NewsReader {
  let counting: ReturnType<typeof setTimeout> | undefined;

  const refetch = (isOld: (operation: string, key: readonly unknown[]) => boolean) =>
    void readAgain(queries, {
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && isOld(queryKey[0], queryKey),
    });

  /** At most one look every few seconds, and one after the last decision. */
  function readCounts(): void {
    counting ??= setTimeout(() => {
      counting = undefined;
      refetch((operation, key) => COUNTS.includes(operation) || isNewestEntry(key));
    }, COUNTED_AFTER_MS);
  }

  function takeReviews({ items }: { items: readonly { eventId?: string }[] }): void {
    const ids = new Set(items.map(({ eventId }) => eventId));
    refetch(
      (operation, key) =>
        operation === 'listReviews' || (operation === 'readEventDetail' && ids.has(paramsOf(key).id ?? '')),
    );
    readCounts();
  }

  const handlers: Readonly<Record<string, (data: never) => void>> = {
    decisions: readCounts,
    reviews: takeReviews,
    acts({ items }: { items: readonly { eventId: string }[] }) {
      const ids = new Set(items.map(({ eventId }) => eventId));
      refetch((operation, key) => operation === 'readEventDetail' && ids.has(paramsOf(key).id ?? ''));
    },
    anomalies() {
      refetch((operation) => ['listAnomalies', 'readAnomalyScan'].includes(operation));
      readCounts();
    },
    // Changes are rare, and a new kind of them must not be forgotten here.
    changes() {
      refetch((operation) => !OF_DECISIONS.has(operation) && !NEVER.has(operation));
      readCounts();
    },
  };

  return {
    take({ event, data }) {
      tellFollowers();
      handlers[event]?.(data as never);
    },
    takeAll() {
      tellFollowers();
      refetch((operation, key) => !NEVER.has(operation) && (!isLongList(operation) || isNewestEntry(key)));
    },
    stop() {
      clearTimeout(counting);
    },
  };
}

/** A list of many pages is read again by its follower only: it would read each page that was opened. */
const isLongList = (operation: string) => ['listEvents', 'listGatewayCalls', 'listAudit'].includes(operation);

/** The sidebar shows the newest entry of the chain. */
function isNewestEntry([operation, input]: readonly unknown[]): boolean {
  return operation === 'listAudit' && (input as { query?: { limit?: string } } | undefined)?.query?.limit === '1';
}

function paramsOf([, input]: readonly unknown[]): { id?: string } {
  return (input as { params?: { id?: string } } | undefined)?.params ?? {};
}
