// SPDX-License-Identifier: Apache-2.0
/** Guarantee: what a decision tells its endpoints is stored once, however many of them there are. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { acmeWithWebhooks, decide, REVIEWED } from '#harness/webhooks';

const ENDPOINTS = 50;

let receiver: Upstream;
let service: TestService;
beforeAll(async () => {
  receiver = await startUpstream((_request, reply) => void reply.writeHead(204).end());
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => `${receiver.url}/${index}`);
  service = await openOrganization({ provisioning: () => acmeWithWebhooks(urls) });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

it('takes far less than a body for each endpoint that got it', async () => {
  const eventId = await decide(service, REVIEWED);
  const rows = await vi.waitFor(async () => {
    const deliveries = await readRows<{ bytes: number; texts: string }>(
      service.database,
      `SELECT pg_column_size(d)::int AS bytes, row_to_json(d)::text AS texts FROM svc.webhook_deliveries d
       WHERE event_id = $1 AND status = 'DELIVERED'`,
      [eventId],
    );
    expect(deliveries).toHaveLength(ENDPOINTS);
    return deliveries;
  }, PATIENTLY);
  const bodies = receiver.requests.filter(({ body }) => JSON.parse(body).eventId === eventId).map(({ body }) => body);
  expect(bodies).toHaveLength(ENDPOINTS);
  const bytesOf = (sizes: number[]) => sizes.reduce((sum, bytes) => sum + bytes, 0);
  expect(bytesOf(rows.map(({ bytes }) => bytes))).toBeLessThan(bytesOf(bodies.map(({ length }) => length)) * 0.7);
  for (const { texts } of rows) expect(texts).not.toContain('billing-bot');
});
