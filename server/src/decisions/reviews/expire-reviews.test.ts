// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it counts the due reviews of every organization.
 * Guarantee: the expiry of each review is recorded once, in every organization, in bounded batches, and changes no
 * answer.
 */
import { verifyEntries } from '@svc/core/audit-chain';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { ACME, call, GLOBEX, GLOBEX_KEY, LIVE_KEY, startTestService, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { serviceTasks } from '../../process/tasks.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { lockHeads } from '../../storage/heads/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { expireReviews } from './index.ts';

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const policies = [{ name: 'Review', action: 'EXPORT', decision: 'REVIEW' }];
  await call(service.baseUrl, '/v1/policies/apply', { key: GLOBEX_KEY, body: { policies } });
});
afterAll(() => service.stop());

const reviewed = async (key = LIVE_KEY) => (await call(service.baseUrl, '/v1/events', { key, body: REVIEWED })).body.id;
const expireAt = (ids: string[], at: Date) =>
  readRows(service.database, 'UPDATE svc.reviews SET expires_at = $2 WHERE event_id = ANY ($1)', [ids, at]);
const run = async (signal = new AbortController().signal) => (await expireReviews(service.app.pool, signal)).reviews;
const expiredEntries = async (organization: string) =>
  (await readAuditEntries(service.database, organization)).filter(({ kind }) => kind === 'review.expired');

it('appends one entry by the task for each review that is due, in each organization, and none twice', async () => {
  const [due, open, foreign] = [await reviewed(), await reviewed(), await reviewed(GLOBEX_KEY)];
  const at = new Date(Date.now() - 1_000);
  await expireAt([due, foreign], at);
  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  expect(await expiredEntries(ACME)).toMatchObject([
    {
      actor: { type: 'system', id: 'review-expiry' },
      subject: { type: 'review', id: due },
      metadata: { eventId: due, expiresAt: at.toISOString() },
    },
  ]);
  expect(await expiredEntries(GLOBEX)).toMatchObject([{ subject: { id: foreign } }]);
  const { body } = await call(service.baseUrl, `/v1/events/${open}`);
  expect(body.review?.status).toBe('PENDING');
});

it('leaves what every read answers as it was', async () => {
  const id = await reviewed();
  await expireAt([id], new Date(Date.now() - 1_000));
  const { body: before } = await call(service.baseUrl, `/v1/events/${id}`);
  expect(before).toMatchObject({ finalDecision: 'BLOCK', review: { status: 'EXPIRED', decidedAt: null } });
  await run();
  const [row] = await readRows(service.database, 'SELECT status FROM svc.reviews WHERE event_id = $1', [id]);
  expect(row?.status).toBe('EXPIRED');
  expect((await call(service.baseUrl, `/v1/events/${id}`)).body).toEqual(before);
});

it('works through more than one batch, at two places at once, each review once', async () => {
  const ids = await Promise.all(Array.from({ length: 450 }, () => reviewed()));
  await expireAt(ids, new Date(Date.now() - 1_000));
  const before = (await expiredEntries(ACME)).length;
  const counts = await Promise.all([run(), run(), run()]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(450);
  const entries = await expiredEntries(ACME);
  expect(entries.length - before).toBe(450);
  expect(new Set(entries.map(({ subject }) => subject.id)).size).toBe(entries.length);
  expect(verifyEntries(await readAuditEntries(service.database, ACME))).toMatchObject({ isValid: true });
  const wrong = await readRows(
    service.database,
    `SELECT r.event_id FROM svc.reviews r
       LEFT JOIN svc.audit_entries a ON a.organization_id = r.organization_id AND a.seq = r.audit_seq
     WHERE r.status = 'EXPIRED' AND (a.kind, a.subject_id) IS DISTINCT FROM ('review.expired', r.event_id::text)`,
  );
  expect(wrong).toEqual([]);
});

it('stops before the next batch when it is told to', async () => {
  const id = await reviewed();
  await expireAt([id], new Date(Date.now() - 1_000));
  const stopping = new AbortController();
  stopping.abort();
  expect(await expireReviews(service.app.pool, stopping.signal)).toEqual({ reviews: 0, left: 1 });
  expect(await run()).toBe(1);
});

it('keeps no organization waiting for one whose head is held', async () => {
  const organizations = await readRows<{ organization_id: string; name: string }>(
    service.database,
    'SELECT organization_id, name FROM svc.organizations ORDER BY organization_id',
  );
  const first = organizations[0];
  const ids = { [ACME]: await reviewed(), [GLOBEX]: await reviewed(GLOBEX_KEY) };
  await expireAt(Object.values(ids), new Date(Date.now() - 1_000));
  const free = String(organizations[1]?.name);
  await inTransaction(service.app.pool, [String(first?.organization_id)], async (transaction) => {
    await lockHeads(transaction, [String(first?.organization_id)]);
    await expect(run()).rejects.toBeInstanceOf(AggregateError);
  });
  expect((await expiredEntries(free)).at(-1)?.subject.id).toBe(ids[free]);
  expect(await run()).toBe(1);
});

it('runs by itself with the service, and ends with it', async () => {
  const tasks = (pool: pg.Pool) => serviceTasks(pool, createMetrics()).map((task) => ({ ...task, everyMs: 250 }));
  const other = await startTestService({ database: service.database, tasks });
  const id = await reviewed();
  await expireAt([id], new Date(Date.now() - 1_000));
  await vi.waitFor(async () => expect((await expiredEntries(ACME)).at(-1)?.subject.id).toBe(id), PATIENTLY);
  const names = serviceTasks(service.app.pool, createMetrics()).map(({ name }) => name);
  expect(names).toContain('review-expiry');
  const finished = async () =>
    await readRows(service.database, 'SELECT name FROM svc.task_runs WHERE succeeded ORDER BY name');
  await vi.waitFor(async () => expect(await finished()).toEqual(names.sort().map((name) => ({ name }))), PATIENTLY);
  await other.stop();
  const unfinished = 'SELECT name FROM svc.task_runs WHERE finished_at IS NULL OR succeeded IS NOT TRUE';
  expect(await readRows(service.database, unfinished)).toEqual([]);
});
