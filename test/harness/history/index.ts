// SPDX-License-Identifier: Apache-2.0
/** Gives an agent a past: real, audited decisions, moved back in time before they are counted, and counts them. */
import { expect } from 'vitest';
import { countEvents, sumDays } from '../../../server/src/measures/counts/index.ts';
import { call, type TestService } from '../service/index.ts';
import { readRows } from '../service/rows.ts';

export interface Past {
  body: object;
  key?: string;
  /** Each age in hours gets `eventsEach` events. */
  hoursAgo: readonly number[];
  eventsEach: number;
}

/** A connection each: more at once than a listener holds in its queue are refused by a busy machine. */
const AT_ONCE_MAX = 200;

/** Must run before a scan has rolled up the events, because counted events are not moved any more. */
export async function recordPast(service: TestService, { body, key, hoursAgo, eventsEach }: Past): Promise<void> {
  for (const hours of hoursAgo) {
    for (let first = 0; first < eventsEach; first += AT_ONCE_MAX) {
      const answers = await Promise.all(
        Array.from({ length: Math.min(AT_ONCE_MAX, eventsEach - first) }, () =>
          call(service.baseUrl, '/v1/events', { body, ...(key !== undefined && { key }) }),
        ),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      const ids = answers.map((answer) => answer.body.id);
      await readRows(service.database, MOVE_BACK, [ids, hours]);
    }
  }
}

const MOVE_BACK = `
  UPDATE svc.events
     SET created_at = (created_at AT TIME ZONE 'UTC' - make_interval(hours => $2::int)) AT TIME ZONE 'UTC'
   WHERE id = ANY ($1::uuid[])`;

/** Counts the events as the task of the service does, which tests run when they need it. */
export async function countRecorded({ app: { pool }, database }: TestService): Promise<void> {
  const signal = new AbortController().signal;
  for (const { id } of await readRows<{ id: string }>(
    database,
    'SELECT organization_id AS id FROM svc.organizations',
  )) {
    expect(await countEvents(pool, id, signal)).toMatchObject({ isComplete: true });
    expect(await sumDays(pool, id, signal)).toBe(true);
  }
}
