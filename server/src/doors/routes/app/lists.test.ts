// SPDX-License-Identifier: Apache-2.0
/** Guarantee: every list of the app has pages: `limit` and `cursor` are taken, or refused, and nothing is left out. */
import { APP_OPERATIONS, type AppOperation, type AppOperationId } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWithOwner } from '#harness/oauth/owner.ts';
import type { TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  ({ service, owner } = await startWithOwner());
});
afterAll(() => service.stop());

const membersOf = (schema: unknown): string[] =>
  Object.keys((schema as { properties?: object } | null)?.properties ?? {});
const OPERATIONS = (Object.entries(APP_OPERATIONS) as [AppOperationId, AppOperation][]).filter(
  ([id, { success }]) => id.startsWith('list') && membersOf(success.body).includes('items'),
);
/** Lists that need no more than a session. */
const LISTS = OPERATIONS.filter(([, { path }]) => !path.includes('{'));

it.each(OPERATIONS)('%s has pages', (_id, { query, success }) => {
  expect(membersOf(success.body)).toContain('nextCursor');
  expect(membersOf(query)).toEqual(expect.arrayContaining(['limit', 'cursor']));
});

const encoded = (mark: string) => Buffer.from(mark).toString('base64url');
const NOT_OF_THIS_LIST = ['zzz', '', encoded('-'.repeat(36)), encoded("1' OR 1=1")];

describe.each(LISTS)('%s', (_id, { path }) => {
  it('takes a limit of 1 to 200, and no cursor of another list', async () => {
    expect((await owner.call<{ items: unknown[] }>(`${path}?limit=1`)).body.items.length).toBeLessThanOrEqual(1);
    expect((await owner.call(`${path}?limit=200`)).status).toBe(200);
    for (const limit of ['0', '201', '-1', '1.5', 'x', '']) {
      expect([limit, (await owner.call(`${path}?limit=${limit}`)).status]).toEqual([limit, 400]);
    }
    for (const cursor of NOT_OF_THIS_LIST) {
      const { status, body } = await owner.call(`${path}?cursor=${cursor}`);
      expect([cursor, status, Object.keys(body.fields ?? {})]).toEqual([cursor, 400, ['cursor']]);
    }
    expect((await owner.call(`${path}?page=2`)).status).toBe(400);
  });
});

it.each(['/members', '/me/sessions', '/guardrails/deleted'])('%s takes no moment without its id', async (path) => {
  for (const mark of [`1:${'-'.repeat(36)}`, '1:', `${'9'.repeat(18)}:${crypto.randomUUID()}`]) {
    expect((await owner.call(`${path}?cursor=${encoded(mark)}`)).status).toBe(400);
  }
});

interface PageOf {
  items: { id: string }[];
  nextCursor: string | null;
}

async function pagesOf(path: string, limit: number): Promise<{ id: string }[][]> {
  const pages: { id: string }[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = `limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const answer: { status: number; body: PageOf } = await owner.call<PageOf>(`${path}?${query}`);
    expect(answer.status).toBe(200);
    pages.push(answer.body.items);
    cursor = answer.body.nextCursor;
  }
  return pages;
}

const insert = (text: string, values: unknown[]) => readRows(service.database, text, values);

describe('page by page', () => {
  let accountId: string;
  let organizationId: string;
  beforeAll(async () => {
    const { body } = await owner.call<{ user: { id: string }; organization: { id: string } }>('/me');
    accountId = body.user.id;
    organizationId = body.organization.id;
  });

  async function expectAll(path: string, count: number, limit: number): Promise<void> {
    const pages = await pagesOf(path, limit);
    expect(pages.map((page) => page.length)).toEqual([
      ...Array.from({ length: Math.ceil(count / limit) - 1 }, () => limit),
      count % limit || limit,
    ]);
    const ids = pages.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(count);
    const { items } = (await owner.call<{ items: { id: string }[] }>(`${path}?limit=200`)).body;
    expect(ids.slice(0, 200)).toEqual(items.map(({ id }) => id));
  }

  it('shows the 201st connected app', async () => {
    await insert(
      `INSERT INTO svc.oauth_grants
         (id, organization_id, account_id, role, client_id, client_name, client_host, scopes, created_at)
       SELECT gen_random_uuid(), $1, $2, 'OWNER', 'client', 'App', 'app.example', '{decisions:read}', now()
       FROM generate_series(1, 201) RETURNING 1`,
      [organizationId, accountId],
    );
    await expectAll('/connected-apps', 201, 200);
    await expectAll('/connected-apps', 201, 50);
  });

  it('shows every session, passkey and user of a chat', async () => {
    for (let count = 0; count < 4; count += 1) await signIn(service.baseUrl, PEOPLE.owner);
    // The last use says nothing about two of one moment.
    await insert(`UPDATE svc.sessions SET last_used_at = date_trunc('hour', now()) WHERE account_id = $1`, [accountId]);
    await expectAll('/me/sessions', 5, 2);
    await insert(
      `INSERT INTO svc.account_passkeys (id, account_id, name, credential_id, public_key, counter, transports, created_at)
       SELECT gen_random_uuid(), $1, 'Key', gen_random_uuid()::text, '\\x00', 0, '{}', now() FROM generate_series(1, 5)`,
      [accountId],
    );
    await expectAll('/me/passkeys', 5, 2);
    const http = { name: 'crm', kind: 'HTTP', allowedHosts: ['crm.example'] };
    const { body } = await owner.call<{ id: string }>('/integrations', { body: http });
    await insert(
      `INSERT INTO svc.chat_links (id, account_id, organization_id, integration_id, chat_team, chat_user, created_at,
         secret_digest)
       SELECT gen_random_uuid(), $1, $2, $3, 'T', 'U' || n, now(), '' FROM generate_series(1, 5) n`,
      [accountId, organizationId, body.id],
    );
    await expectAll('/me/chat-links', 5, 2);
  });
});
