// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it stops.
 * Guarantee: GET /stream tells of what any process commits; `bench` measures within which time. It resumes without loss,
 * and ends with the session and the rights of its reader.
 */
import type { Me } from '@svc/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ACME,
  call,
  LIVE_KEY,
  openOrganization,
  otherProcess,
  PLAIN_ACTION,
  startTestService,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { type OpenStream, openStream } from '#harness/streams';

/** Two processes on one database. */
let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  other = await otherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const SEEN = { interval: 10 };

const opened: OpenStream[] = [];
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close();
  await expect.poll(() => service.app.openStreams() + other.app.openStreams(), SEEN).toBe(0);
});
async function stream(browser: Browser, at = other, lastId?: string): Promise<OpenStream> {
  const one = await openStream(at.baseUrl, browser, lastId);
  opened.push(one);
  return one;
}
const owner = () => signIn(service.baseUrl, PEOPLE.owner);

async function decide(body: object = PLAIN_ACTION, key = LIVE_KEY): Promise<string> {
  const answer = await call(service.baseUrl, '/v1/events', { key, body });
  expect(answer.status).toBe(200);
  return answer.body.id;
}

describe('what is told', () => {
  it('holds decisions, live and sandbox apart, and reviews that are made on another process', async () => {
    const reader = await stream(await owner());
    await reader.next('ready');
    const id = await decide(REVIEWED);
    const { items } = await reader.next<{ items: { eventId: string; status: string }[] }>('reviews');
    expect(items).toMatchObject([{ eventId: id, status: 'PENDING', sandbox: false }]);
    await decide(PLAIN_ACTION, TEST_KEY);
    await expect
      .poll(() => reader.all('decisions').map(({ live, sandbox }) => [live, sandbox]), SEEN)
      .toEqual([
        [{ ALLOW: 0, REVIEW: 1, BLOCK: 0 }, NONE],
        [NONE, { ALLOW: 1, REVIEW: 0, BLOCK: 0 }],
      ]);
    expect(reader.all('decisions')[0]).toMatchObject({
      isSampled: false,
      items: [{ id, agent: { name: 'billing-bot' }, resource: { name: 'customers' }, decision: 'REVIEW' }],
    });
  });

  it('holds resolutions with their person, and changes of others', async () => {
    const id = await decide(REVIEWED);
    const member = await signIn(service.baseUrl, PEOPLE.member);
    const reader = await stream(await owner());
    await reader.next('ready');
    await member.call(`/reviews/${id}/approve`, { method: 'POST', body: { note: 'not for the stream' } });
    const { items } = await reader.next<{ items: object[] }>('reviews');
    expect(items).toMatchObject([{ eventId: id, status: 'APPROVED', by: expect.any(String) }]);
    const admin = await signIn(service.baseUrl, PEOPLE.admin);
    await admin.call('/webhooks', { body: { url: 'https://siem.example/streamed' } });
    const changes = await reader.next<{ items: object[] }>('changes');
    expect(changes.items).toMatchObject([{ kind: 'webhook.created', subject: { type: 'webhook' } }]);
    expect(reader.text()).not.toContain('not for the stream');
    expect(reader.text()).not.toContain('siem.example');
  });

  it('holds redemptions and outcomes by their events, which are no changes of others', async () => {
    const id = await decide();
    const reader = await stream(await owner());
    await reader.next('ready');
    const act = async (path: string, body: object) => {
      const headers = { 'idempotency-key': id };
      const { status } = await call(service.baseUrl, `/v1/events/${id}/${path}`, { body, headers });
      expect(status).toBe(200);
      expect(await reader.next('acts')).toEqual({ items: [{ eventId: id }], isMore: false });
    };
    await act('redeem', PLAIN_ACTION);
    await act('outcome', { status: 'SUCCEEDED' });
    expect(reader.all('changes')).toEqual([]);
  });

  it('samples decisions above twenty a second, and counts all', async () => {
    // A second that does not pass, so that it makes no difference how fast the machine is.
    const second = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const reader = await stream(await owner());
    await reader.next('ready');
    await Promise.all(Array.from({ length: 150 }, () => decide()));
    const counted = () => reader.all('decisions').reduce((sum, { live }) => sum + live.ALLOW, 0);
    await expect.poll(counted, SEEN).toBe(150);
    const told = reader.all('decisions').reduce((sum, { items }) => sum + items.length, 0);
    second.mockRestore();
    expect(told).toBe(20);
  });

  it('is nothing of another organization', async () => {
    const stranger = await stream(await signIn(service.baseUrl, PEOPLE.stranger));
    const reader = await stream(await owner());
    await Promise.all([stranger.next('ready'), reader.next('ready')]);
    await decide();
    await reader.next('decisions');
    expect(stranger.events().map(({ event }) => event)).toEqual(['ready']);
  });
});

describe('resuming', () => {
  it('tells what came meanwhile, on another process, each thing once or more', async () => {
    const browser = await owner();
    const first = await stream(browser, service);
    await first.next('ready');
    const before = await decide(REVIEWED);
    await first.next('reviews');
    await expect.poll(() => first.lastId(), SEEN).not.toBeNull();
    const lastId = String(first.lastId());
    first.close();
    const missed = await Promise.all(Array.from({ length: 30 }, () => decide(REVIEWED)));
    const second = await stream(browser, other, lastId);
    expect(await second.next('ready')).toEqual({ resumed: true });
    const told = () => second.all('reviews').flatMap(({ items }) => items.map(({ eventId }) => eventId));
    await expect.poll(() => told().sort(), SEEN).toEqual(missed.toSorted());
    expect(told()).not.toContain(before);
  });

  it('begins where the news stood when the person was read, so that a page asks once for what it shows', async () => {
    const browser = await owner();
    const { newsFrom } = (await browser.call<Me>('/me')).body;
    const missed = await decide(REVIEWED);
    const reader = await stream(browser, other, newsFrom);
    expect(await reader.next('ready')).toEqual({ resumed: true });
    const { items } = await reader.next<{ items: { eventId: string }[] }>('reviews');
    expect(items.map(({ eventId }) => eventId)).toEqual([missed]);
  });

  it('loses nothing while decisions go on, however often it breaks off', async () => {
    const browser = await owner();
    const told = new Set<string>();
    const made: string[] = [];
    // The place where it begins: nothing earlier is told.
    const start = await stream(browser, service);
    await expect.poll(() => start.lastId(), SEEN).not.toBeNull();
    let lastId = String(start.lastId());
    start.close();
    let isDone = false;
    // One message names up to 50 reviews. A decision that fails ends the loop below, and is the reason that is told.
    const making = (async () => {
      for (let n = 0; n < 50; n += 1) made.push(await decide(REVIEWED));
    })().finally(() => {
      isDone = true;
    });
    making.catch(() => undefined);
    const isOver = () => isDone && made.every((id) => told.has(id));
    for (let round = 0; !isOver(); round += 1) {
      const reader = await stream(browser, round % 2 === 0 ? service : other, lastId);
      expect(await reader.next('ready')).toEqual({ resumed: true });
      // Alternately at once, and when it has told more.
      if (round % 3 > 0) await expect.poll(() => isOver() || reader.lastId() !== lastId, SEEN).toBe(true);
      reader.close();
      // A position counts only with everything before it.
      for (const { items } of reader.all('reviews')) for (const { eventId } of items) told.add(eventId);
      lastId = reader.lastId() ?? lastId;
    }
    await making;
    expect(made.filter((id) => !told.has(id))).toEqual([]);
  });

  it.each([
    ['too long ago', async () => `${await organizationId()}:1`],
    ['of another organization', async () => '018f0000-0000-7000-8000-00000000ffff:1'],
    ['of the future', async () => `${await organizationId()}:999999999`],
    ['that is none', async () => 'x'.repeat(5_000)],
  ])('from a position %s says that all has to be read anew', async (_what, lastId) => {
    await decide();
    const reader = await stream(await owner(), other, await lastId());
    expect(await reader.next('ready')).toEqual({ resumed: false });
  });

  async function organizationId(): Promise<string> {
    const rows = await readRows(
      service.database,
      `SELECT organization_id FROM svc.organizations WHERE name = '${ACME}'`,
    );
    // Entries of the set-up are moved back; nothing else reads them here.
    await readRows(
      service.database,
      `UPDATE svc.audit_entries
         SET at = (at AT TIME ZONE 'UTC' - interval '11 minutes') AT TIME ZONE 'UTC' WHERE seq = 2`,
    );
    return String(rows[0]?.organization_id);
  }
});

describe('the end', () => {
  it('comes at once with the sign-out, on any process', async () => {
    const browser = await owner();
    const reader = await stream(browser);
    await reader.next('ready');
    await browser.call('/auth/logout', { method: 'POST' });
    expect(await reader.next('end')).toEqual({ reason: 'session' });
    await reader.closed;
  });

  it('comes when the person is removed, gets another role, or goes to another organization', async () => {
    const boss = await owner();
    const members = await boss.call<{ items: { id: string; role: string }[] }>('/members');
    const id = members.body.items.find(({ role }) => role === 'ADMIN')?.id;
    const reader = await stream(await signIn(service.baseUrl, PEOPLE.admin));
    const untouched = await stream(boss);
    await Promise.all([reader.next('ready'), untouched.next('ready')]);
    expect((await boss.call(`/members/${id}`, { method: 'PATCH', body: { role: 'MEMBER' } })).status).toBe(200);
    expect(await reader.next('end')).toEqual({ reason: 'session' });
    const again = await stream(await signIn(service.baseUrl, PEOPLE.admin));
    await again.next('ready');
    expect((await boss.call(`/members/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await again.next('end')).toEqual({ reason: 'session' });
    expect(untouched.all('end')).toEqual([]);
    const second = await boss.call<{ id: string }>('/organizations', { body: { name: 'Second' } });
    await boss.call('/me/organization', {
      body: { organizationId: second.body.id },
    });
    expect(await untouched.next('end')).toEqual({ reason: 'session' });
  });

  it('comes when the process stops, with the word to resume', async () => {
    const third = await startTestService({ database: service.database });
    const reader = await stream(await owner(), third);
    await reader.next('ready');
    await third.stop();
    expect(await reader.next('end')).toEqual({ reason: 'resume' });
  });
});

describe('bounds', () => {
  it('allows a person twenty streams, and refuses more with 429', async () => {
    const browser = await owner();
    for (let n = 0; n < 20; n += 1) await stream(browser, service);
    const { status, headers } = await browser.call('/stream');
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
    opened.pop()?.close();
    await expect.poll(() => service.app.openStreams(), SEEN).toBe(19);
    await stream(browser, service);
  });

  it('refuses who is not signed in, and has no HEAD', async () => {
    expect((await fetch(`${service.baseUrl}/stream`)).status).toBe(401);
    expect((await fetch(`${service.baseUrl}/stream`, { method: 'HEAD' })).status).toBe(404);
  });
});

const NONE = { ALLOW: 0, REVIEW: 0, BLOCK: 0 };
