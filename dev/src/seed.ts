// SPDX-License-Identifier: Apache-2.0
/**
 * Fills a new data folder and ends: run with the service's own environment. The service runs in this process and is
 * called as agents and people call it. The clock is moved to the times at which they would have. Nothing is written
 * past it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { AURORA_HABITS } from '../../server/src/lifecycle/history/aurora.ts';
import { drawCalls } from '../../server/src/lifecycle/history/habits.ts';
import { createRandom } from '../../server/src/lifecycle/history/random.ts';
import { type Action, REFUSED, RESOLVED, UNUSUAL, WAITING } from './actions.ts';
import { takeClock } from './clock.ts';
import { LIVE_KEY, ROUTES, TEST_KEY } from './organization.ts';
import { signIn } from './people.ts';
import { BUNDLED } from './places.ts';

const SEED = 20_261_124;
const DAYS = 6;
const DECISIONS_PER_DAY = 80;
const SANDBOX_DECISIONS = 12;
const GATEWAY_CALLS = 8;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RESOLVED_AFTER_MS = 20 * MINUTE_MS;
const START_WITHIN_MS = 60_000;
const POLL_MS = 50;

const baseUrl = `http://127.0.0.1:${process.env.SVC_PORT}`;
const nextCall = drawCalls(AURORA_HABITS.usual, createRandom(SEED));
const nowMs = Date.now();
const clock = takeClock();

async function post(path: string, body: object, key = LIVE_KEY): Promise<{ id: string; finalDecision?: string }> {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { id: string };
}

const decide = (action: Action, key = LIVE_KEY) => post('/v1/events', action, key);

async function started(): Promise<void> {
  const deadlineMs = performance.now() + START_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${baseUrl}/health`).catch(() => null);
    if (answer?.ok === true) return;
    if (performance.now() > deadlineMs) throw new Error('The service did not start.');
    await delay(POLL_MS);
  }
}

/** Days of ordinary work, each with something refused on it. */
async function ordinaryDays(): Promise<void> {
  for (let day = 0; day < DAYS; day += 1) {
    const startMs = nowMs - (DAYS - day) * DAY_MS;
    for (let count = 0; count < DECISIONS_PER_DAY; count += 1) {
      // Two hours of the last day are left for what is unusual.
      clock.moveTo(startMs + (count / DECISIONS_PER_DAY) * 22 * HOUR_MS);
      await decide(nextCall());
    }
    await decide(REFUSED[day % REFUSED.length] as Action);
  }
}

/** Reviews that people have answered, and one that expired unanswered. */
async function answeredReviews(): Promise<void> {
  clock.moveTo(nowMs - DAYS * DAY_MS);
  const events = [];
  for (const action of RESOLVED) events.push(await decide(action));
  const [approved, denied] = events;
  clock.moveTo(nowMs - DAYS * DAY_MS + RESOLVED_AFTER_MS);
  const person = await signIn(baseUrl);
  await person('POST', `/reviews/${approved?.id}/approve`, { note: 'The export for the auditors, as agreed.' });
  await person('POST', `/reviews/${denied?.id}/deny`, { note: 'Send the invoices one by one.' });
}

/** Calls that are forwarded, one that the route does not allow, one that has to wait, and tools. */
async function gatewayCalls(): Promise<void> {
  const read = { agent: 'crm-sync', resource: 'customers', action: 'READ_DATA', method: 'GET' };
  for (let call = 1; call <= GATEWAY_CALLS; call += 1) {
    await post('/v1/gateway/http', { ...read, routeId: ROUTES.crm, path: `/customers/${call}` });
  }
  await post('/v1/gateway/http', { ...read, routeId: ROUTES.retired, path: '/credentials' });
  await post('/v1/gateway/http', { ...read, routeId: ROUTES.crm, action: 'DELETE_DATA', method: 'DELETE', path: '/1' });
  const tool = { agent: 'support-copilot', resource: 'tickets', routeId: ROUTES.tools };
  await post('/v1/gateway/mcp', { ...tool, tool: 'get_ticket', arguments: { id: 12 } });
  await post('/v1/gateway/mcp', { ...tool, tool: 'delete_ticket', arguments: { id: 12 } });
}

/** The state that a person finds in the app now. */
async function lastHour(): Promise<void> {
  for (const [index, action] of UNUSUAL.entries()) {
    clock.moveTo(nowMs - (40 - index) * MINUTE_MS);
    await decide(action);
  }
  for (const [index, action] of WAITING.entries()) {
    clock.moveTo(nowMs - (30 - 12 * index) * MINUTE_MS);
    await decide(action);
  }
  clock.moveTo(nowMs - 3 * MINUTE_MS);
  await gatewayCalls();
  for (let count = 0; count < SANDBOX_DECISIONS; count += 1) await decide(nextCall(), TEST_KEY);
  clock.restore();
  const person = await signIn(baseUrl);
  await person('POST', '/anomalies/scan');
}

async function seed(): Promise<void> {
  await started();
  await answeredReviews();
  await ordinaryDays();
  await lastHour();
}

clock.moveTo(nowMs - DAYS * DAY_MS);
process.argv.splice(2);
// It ends this process by itself when it is told to stop, and so this import never ends.
void import(pathToFileURL(BUNDLED).href);
await seed().then(
  () => process.kill(process.pid, 'SIGTERM'),
  (error: unknown) => {
    console.error(error);
    // An end in order: the data folder's PostgreSQL stops with the service.
    process.on('exit', () => {
      process.exitCode = 1;
    });
    process.kill(process.pid, 'SIGTERM');
  },
);
