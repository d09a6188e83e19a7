/** Gives an agent a past: decisions that were really made and audited, moved back before anything counts them. */
import { expect } from 'vitest';
import { call, type TestService } from '../service/index.ts';
import { readRows } from '../service/rows.ts';

export interface Past {
  body: object;
  key?: string;
  /** How long ago: that many events each. */
  hoursAgo: readonly number[];
  eventsEach: number;
}

/** To be called before a scan has rolled up the events: what is counted is not moved any more. */
export async function recordPast(service: TestService, { body, key, hoursAgo, eventsEach }: Past): Promise<void> {
  for (const hours of hoursAgo) {
    const answers = await Promise.all(
      Array.from({ length: eventsEach }, () =>
        call(service.baseUrl, '/v1/events', { body, ...(key !== undefined && { key }) }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const ids = answers.map((answer) => answer.body.id);
    await readRows(service.database, MOVE_BACK, [ids, hours]);
  }
}

const MOVE_BACK = `
  UPDATE svc.events SET created_at = created_at - make_interval(hours => $2::int) WHERE id = ANY ($1::uuid[])`;
