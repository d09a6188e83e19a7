// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a known ticket system gets one ticket for a review, whatever fails, and ends it with the review. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ask,
  lastFailures,
  ofSlack,
  passTime,
  send,
  sql,
  startSlackService,
  stopSlackService,
  useChat,
} from '#harness/slack';
import { startUpstream, type Upstream } from '#harness/upstream';

type How = { status: number; body?: string; headers?: Record<string, string> } | 'lost';
interface Asked {
  method: string;
  path: string;
  authorization: unknown;
  body: Record<string, unknown> | null;
}

let desk: Upstream;
let calls: Asked[] = [];
let next: { to: string; how: How }[] = [];
/** The tickets that the system holds, and its answers. */
let held: { id: string; body: Record<string, unknown> }[] = [];
let answerBy: (asked: Asked) => object;

beforeEach(async () => {
  calls = [];
  next = [];
  held = [];
  await startSlackService();
  desk = await startUpstream((request, reply, socket) => {
    const { method, path, headers } = request;
    const body = request.body === '' ? null : JSON.parse(request.body);
    const asked = { method, path, authorization: headers.authorization, body };
    calls.push(asked);
    const index = next.findIndex(({ to }) => `${method} ${path}`.startsWith(to));
    const [found] = index < 0 ? [] : next.splice(index, 1);
    if (found !== undefined && found.how !== 'lost') {
      return reply.writeHead(found.how.status, found.how.headers).end(found.how.body ?? '');
    }
    const answer = answerBy(asked);
    if (found?.how === 'lost') return socket.destroy();
    return reply.writeHead(method === 'POST' ? 201 : 200).end(JSON.stringify(answer));
  });
  for (const { id } of await sql<{ id: string }>('SELECT id FROM svc.integrations')) {
    expect((await ofSlack().owner.call(`/integrations/${id}`, { method: 'DELETE' })).status).toBe(204);
  }
});
afterEach(async () => {
  await desk.stop();
  await stopSlackService();
});

const use = (body: object) => useChat({ kind: 'TICKET', url: desk.url, ...body }, 'ticketIntegrationId');
const made = () => calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const resolve = (id: string, how: 'approve' | 'deny' = 'approve') =>
  ofSlack().owner.call(`/reviews/${id}/${how}`, { method: 'POST', body: {} });
const keep = (body: Record<string, unknown> | null): string => {
  held.push({ id: String(101 + held.length), body: body ?? {} });
  return String(100 + held.length);
};

const HOSTILE = '@everyone [Open](https://evil.test) ``` <!-- x --> [code]<b>b</b>[/code] "}';
async function renameAgent(): Promise<void> {
  await sql(`UPDATE svc.agents SET name = $1 WHERE name = 'billing-bot'`, [HOSTILE]);
  await sql('UPDATE svc.organization_heads SET generation = generation + 1');
}

const JIRA = { provider: 'JIRA', username: 'bot@acme.example', token: 'jira-secret', project: 'OPS' };
function asJira({ method, path, body }: Asked): object {
  const route = path.split('?')[0];
  if (route === '/rest/api/3/issue') return { id: keep(body), key: 'OPS-1' };
  if (route === '/rest/api/3/search/jql') {
    const label = /labels = "([^"]+)"/.exec(String(body?.jql))?.[1];
    const issues = held.filter((one) => JSON.stringify(one.body).includes(String(label)));
    return { issues: issues.map(({ id }) => ({ id })) };
  }
  if (route?.endsWith('/comment') && method === 'GET') return { comments: held.slice(1).map((one) => one.body) };
  if (route?.endsWith('/comment')) return { id: keep(body) };
  if (route?.endsWith('/transitions') && method === 'GET') return { transitions: [{ id: '31', name: 'Done' }] };
  if (route?.endsWith('/transitions')) return {};
  return { fields: { status: { statusCategory: { key: 'indeterminate' } } } };
}

describe('Jira', () => {
  beforeEach(() => {
    answerBy = asJira;
  });

  it('gets an issue of plain text, and at the end a comment and the transition of that name', async () => {
    await renameAgent();
    await use({ ...JIRA, closeWith: 'done' });
    const id = await ask({ agent: HOSTILE });
    await send();
    const [{ body, authorization } = expect.fail()] = calls;
    const { fields } = body as { fields: Record<string, unknown> };
    expect(authorization).toBe(`Basic ${Buffer.from('bot@acme.example:jira-secret').toString('base64')}`);
    expect({ fields }).toMatchObject({
      fields: {
        project: { key: 'OPS' },
        issuetype: { name: 'Task' },
        labels: [`svc-${id}`],
        summary: expect.stringContaining(HOSTILE),
        description: { type: 'doc', version: 1 },
      },
    });
    const description = JSON.stringify(fields.description);
    expect(description).toContain(`/app/reviews?event=${id}`);
    expect(description.match(/"marks"/g)).toHaveLength(1);
    await resolve(id);
    await send();
    await send();
    expect(made()).toEqual([
      'POST /rest/api/3/issue',
      'POST /rest/api/3/issue/101/comment',
      'GET /rest/api/3/issue/101/transitions',
      'POST /rest/api/3/issue/101/transitions',
    ]);
    expect(JSON.stringify(calls[1]?.body)).toContain('Approved by');
    expect(calls[3]?.body).toEqual({ transition: { id: '31' } });
  });

  it('gets no second issue and no second comment, whose answers were lost', async () => {
    await use(JIRA);
    const id = await ask();
    next = [{ to: 'POST /rest/api/3/issue', how: 'lost' }];
    await send();
    // Jira's search has yet to know it.
    passTime('30s');
    await send();
    expect(made()).toHaveLength(1);
    passTime('2m');
    await send();
    expect(held).toHaveLength(1);
    await resolve(id, 'deny');
    next = [{ to: 'POST /rest/api/3/issue/101/comment', how: 'lost' }];
    await send();
    passTime();
    await send();
    expect(held).toHaveLength(2);
    expect(made()).toEqual([
      'POST /rest/api/3/issue',
      'POST /rest/api/3/search/jql',
      'POST /rest/api/3/issue/101/comment',
      'GET /rest/api/3/issue/101/comment',
    ]);
    expect(await sql('SELECT due_at, message_ts, shown FROM svc.chat_outbox')).toEqual([
      { due_at: null, message_ts: '101', shown: 'DENIED' },
    ]);
  });

  it('without the transition tells people, unless somebody has closed the issue', async () => {
    await use({ ...JIRA, closeWith: 'Closed' });
    const [one, other] = [await ask(), await ask()];
    await send();
    await resolve(one);
    await send();
    expect(await lastFailures()).toMatchObject([{ fault: 'CLOSING_UNKNOWN' }]);
    const closed = JSON.stringify({ fields: { status: { statusCategory: { key: 'done' } } } });
    next = ['101', '102'].map((id) => ({ to: `GET /rest/api/3/issue/${id}?`, how: { status: 200, body: closed } }));
    await resolve(other);
    await send();
    expect(await lastFailures()).toEqual([null]);
  });
});

const SNOW = { provider: 'SERVICENOW', username: 'svc.bot', token: 'snow: secret' };
function asServiceNow({ method, path, body }: Asked): object {
  if (method === 'POST') return { result: { sys_id: keep(body) } };
  if (method === 'PATCH') {
    Object.assign(held[0]?.body ?? {}, body);
    return { result: { sys_id: '101' } };
  }
  if (path.includes('correlation_display')) return { result: held[0]?.body };
  const [, id] = /correlation_id%3D([\w-]+)/.exec(path) ?? [];
  return { result: held.filter((one) => one.body.correlation_id === id).map((one) => ({ sys_id: one.id })) };
}

describe('ServiceNow', () => {
  beforeEach(() => {
    answerBy = asServiceNow;
  });

  it('gets a record with the review as its correlation, and at the end a note and a state', async () => {
    await renameAgent();
    await use({ ...SNOW, closeWith: '6' });
    const id = await ask({ agent: HOSTILE });
    await send();
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/now/table/incident?sysparm_fields=sys_id',
      authorization: `Basic ${Buffer.from('svc.bot:snow: secret').toString('base64')}`,
      body: { correlation_id: id, correlation_display: 'svc' },
    });
    expect(calls[0]?.body?.description).not.toContain('[code]');
    expect([...String(calls[0]?.body?.short_description)].length).toBeLessThanOrEqual(160);
    await resolve(id, 'deny');
    await send();
    expect(calls[1]).toMatchObject({
      method: 'PATCH',
      path: '/api/now/table/incident/101?sysparm_fields=sys_id',
      body: { state: '6', correlation_display: 'svc DENIED', work_notes: expect.stringContaining('Denied by') },
    });
  });

  it('gets no second record and no second note, whose answers were lost', async () => {
    await use(SNOW);
    const id = await ask();
    next = [{ to: 'POST ', how: 'lost' }];
    await send();
    passTime();
    await send();
    await resolve(id);
    next = [{ to: 'PATCH ', how: 'lost' }];
    await send();
    passTime();
    await send();
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH', 'GET']);
    expect(held).toHaveLength(1);
    expect(held[0]?.body).not.toHaveProperty('state');
  });
});

const GITHUB = { provider: 'GITHUB', token: 'github_pat_1', repository: 'acme/agent-reviews' };
function asGitHub({ method, body }: Asked): object {
  if (method === 'POST') return { number: Number(keep(body)) };
  if (method === 'GET') return held.map(({ id, body: { body: text } }) => ({ number: Number(id), body: text }));
  return {};
}

describe('GitHub', () => {
  beforeEach(() => {
    answerBy = asGitHub;
  });

  it('gets an issue whose names are no markup, and closes it at the end', async () => {
    await renameAgent();
    await use(GITHUB);
    const id = await ask({ agent: HOSTILE });
    await send();
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/repos/acme/agent-reviews/issues',
      authorization: 'Bearer github_pat_1',
    });
    const [fence, ...rest] = String(calls[0]?.body?.body).split('\n');
    expect(fence).toBe('````text');
    const end = rest.indexOf('````');
    expect(rest.slice(0, end).join('\n')).toContain(HOSTILE);
    expect(rest.slice(end + 1).join('')).toBe(
      `[Open](${ofSlack().service.baseUrl}/app/reviews?event=${id})<!-- svc review ${id} -->`,
    );
    await resolve(id, 'deny');
    await send();
    expect(calls[1]).toMatchObject({
      method: 'PATCH',
      path: '/repos/acme/agent-reviews/issues/101',
      body: { state: 'closed', state_reason: 'not_planned', body: expect.stringContaining('Denied by') },
    });
  });

  it('gets no second issue whose answer was lost, or whose process died', async () => {
    await use(GITHUB);
    const id = await ask();
    next = [{ to: 'POST ', how: 'lost' }];
    await send();
    await resolve(id);
    passTime();
    await send();
    expect(made()).toEqual([
      'POST /repos/acme/agent-reviews/issues',
      'GET /repos/acme/agent-reviews/issues',
      'PATCH /repos/acme/agent-reviews/issues/101',
    ]);
    const other = await ask();
    await sql('UPDATE svc.chat_outbox SET claimed_at = created_at, claims = 1, attempts = 1 WHERE event_id = $1', [
      other,
    ]);
    await send();
    expect(made().slice(3)).toEqual(['GET /repos/acme/agent-reviews/issues', 'POST /repos/acme/agent-reviews/issues']);
  });

  it('that limits by 403 is waited for', async () => {
    await use(GITHUB);
    await ask();
    next = [{ to: 'POST ', how: { status: 403, headers: { 'retry-after': '120' } } }];
    await send();
    passTime('1m');
    await send();
    expect(held).toHaveLength(0);
    passTime('2m');
    await send();
    expect(held).toHaveLength(1);
    expect(await lastFailures()).toEqual([null]);
  });
});

describe.each([
  ['Jira', JIRA, asJira],
  ['ServiceNow', SNOW, asServiceNow],
  ['GitHub', GITHUB, asGitHub],
])('%s', (_, fields, answers) => {
  beforeEach(async () => {
    answerBy = answers;
    await use(fields);
  });

  it.each([
    [400, 'MESSAGE_REFUSED'],
    [401, 'CREDENTIAL_REFUSED'],
    [403, 'CREDENTIAL_REFUSED'],
    [404, 'ADDRESS_GONE'],
  ])('that answers %i gets no ticket again: people are told %s', async (status, fault) => {
    await ask();
    next = [{ to: 'POST ', how: { status, body: '{"errors":"hush"}' } }];
    await send();
    passTime();
    await send();
    expect(calls).toHaveLength(1);
    expect(await lastFailures()).toMatchObject([{ fault }]);
    expect(JSON.stringify(await sql('SELECT * FROM svc.integrations'))).not.toContain('hush');
  });

  it.each([
    { status: 503, body: '<html>' },
    { status: 200, body: '<html><body>Log in</body></html>' },
    { status: 201, body: 'null' },
    { status: 201, body: '{"id":{"a":1},"number":[],"result":null}' },
    { status: 201, body: `{"id":"${'1'.repeat(1_100_000)}"}` },
  ])('that answers %# in no form of its own is asked before another ticket', async (how) => {
    await ask();
    next = [{ to: 'POST ', how }];
    await send();
    passTime('2m');
    await send();
    expect(calls).toHaveLength(3);
    expect(held).toHaveLength(1);
  });

  it('gets no call about a ticket that was deleted there again', async () => {
    const id = await ask();
    await send();
    await resolve(id);
    for (const to of ['POST ', 'PATCH ']) next.push({ to, how: { status: 404 } });
    await send();
    const count = calls.length;
    passTime();
    await send();
    expect(calls).toHaveLength(count);
    expect(await lastFailures()).toEqual([null]);
  });
});
