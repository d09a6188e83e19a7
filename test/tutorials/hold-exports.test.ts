// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the tutorial "Hold a support bot's exports in 15 minutes" is walked through, from no service to one export. */
import { join } from 'node:path';
import type { EventList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from '#harness/service/sessions.ts';
import { type QuickStart, startQuickStart } from './quick-start.ts';
import { openTutorial, type Walk } from './walk.ts';

let service: QuickStart;
let walk: Walk;
let owner: Browser;
beforeAll(async () => {
  walk = openTutorial('hold-exports', { byTest: ['npm ci && npm start'] });
  service = await startQuickStart(join(walk.home, 'data'));
  walk.know(service.values);
  owner = await service.owner();
});
afterAll(async () => {
  await service?.stop();
  walk.remove();
});

async function waitingExport(): Promise<string> {
  const found = async () =>
    (await owner.call<EventList>('/events?decision=REVIEW&resource=orders')).body.items.filter(
      ({ action, review }) => action === 'EXPORT_DATA' && review?.status === 'PENDING',
    );
  await expect.poll(found).toHaveLength(1);
  return (await found())[0]?.id ?? '';
}

it('holds an export, which a person approves and the bot runs once', async () => {
  await walk.follow('Start the service');
  await walk.follow('Make a project for the bot');
  await walk.follow('See what happens without a rule');
  const body = { name: 'support-bot-live', kind: 'LIVE', agent: 'support-bot', permissions: ['decide', 'read'] };
  const made = await owner.call<{ key: string }>('/api-keys', { body });
  expect(made.status).toBe(201);
  walk.know({ key_live_of_the_bot: made.body.key });
  await walk.follow('Make a key for the bot');
  await walk.follow('Write the policy');
  const output = await walk.follow('Let the bot ask', async () => {
    const id = await waitingExport();
    expect((await owner.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(200);
  });
  walk.expectShown('Approve it', output);
  const { items } = (await owner.call<EventList>('/events?redemption=REDEEMED&resource=orders')).body;
  expect(items[0]).toMatchObject({ agent: { name: 'support-bot' }, outcome: { status: 'SUCCEEDED' } });
  walk.expectDone();
});
