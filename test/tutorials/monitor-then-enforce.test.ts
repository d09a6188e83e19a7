// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the tutorial "Three weeks in monitor mode, then enforce" is walked through. Over a history of three weeks
 * the impact tells what the watching policy would have stopped, and then it is in force.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '#harness/service/sessions.ts';
import { type RunningServer, startServer } from '../process/running-server.ts';
import { openTutorial, type Walk } from './walk.ts';

const START = 'SVC_DATA_DIR="$HOME/svc-data" svc-server';
const DAY_MS = 86_400_000;

let walk: Walk;
let server: RunningServer | undefined;
beforeAll(() => {
  walk = openTutorial('monitor-then-enforce', { byTest: [START] });
});
afterAll(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  walk.remove();
});

it('watches three weeks, tells what would have happened, and enforces', async () => {
  const seeded = await walk.follow('Begin with three weeks behind you');
  const [, email = '', password = ''] = /Sign in as (\S+) with the password (\S+)/.exec(seeded) ?? [];
  const [, live = ''] = /LIVE key: (\S+)/.exec(seeded) ?? [];
  server = startServer([], { SVC_DATA_DIR: join(walk.home, 'svc-data') });
  const [, baseUrl = ''] = await server.seen(/listening on (http:\/\/[\d.]+:\d+)/);
  const owner = await signIn(baseUrl, email, password);
  const expiresAt = new Date(Date.now() + 7 * DAY_MS).toISOString();
  const body = { name: 'policies', kind: 'LIVE', permissions: ['read', 'test', 'apply'], expiresAt };
  const made = await owner.call<{ key: string }>('/api-keys', { body });
  expect(made.status).toBe(201);
  walk.know({
    'http://127.0.0.1:4000': baseUrl,
    key_live_of_the_agents: live,
    key_live_of_the_policies: made.body.key,
  });
  await walk.follow('Take the keys');
  await walk.follow('Watch');
  const impact = await walk.follow('See what would have happened');
  const [, events, otherwise] = /Of (\d+) LIVE events .*, (\d+) would have been/.exec(impact) ?? [];
  expect(Number(otherwise)).toBeGreaterThan(0);
  expect(Number(events)).toBeGreaterThan(Number(otherwise));
  await walk.follow('Enforce');
  walk.expectDone();
});
