// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the programs of the guide "Only HTTP" work as they stand there. They decide, wait for a person, verify a
 * delivery, and run nothing in a fault. They need python3, sh, curl and openssl; Go's run where `go` is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, type Behaviour, cuts, cutsHalfway, HTML, startFaultyServer } from '#harness/faulty';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import {
  acmeWithWebhooks,
  BLOCKED,
  decide,
  REVIEWED,
  type Receiver,
  startReceiver,
  untilDelivery,
  WEBHOOK_SECRET,
} from '#harness/webhooks';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { readRepositoryFile } from '../tidy/source-files.ts';

const READ = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
const guide = readRepositoryFile('docs/guides/http.md');

let folder: string;
let service: TestService;
let receiver: Receiver;
let member: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-http-'));
  for (const [, text = ''] of guide.matchAll(/```(?:python|sh|go)\n([\s\S]*?)```/g)) {
    const [, name] = /^(?:#!\/bin\/sh\n)?(?:#|\/\/) ([\w-]+\.(?:py|sh|go))\b/.exec(text) ?? [];
    if (name !== undefined) writeFileSync(join(folder, name), text);
  }
  receiver = await startReceiver();
  service = await openOrganization({ provisioning: () => acmeWithWebhooks([`${receiver.url}/hook`]) });
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
  rmSync(folder, { recursive: true });
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function run(program: string, args: readonly string[], added: Record<string, string> = {}): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '', SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl, ...added };
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { cwd: folder, env, timeout: PROGRAM_WITHIN_MS });
    const shown = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (shown.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (shown.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...shown }));
  });
}

const GUARD = `
import json, sys
from svc import NotAllowed, guard
try:
    print(guard(json.loads(sys.argv[1]), lambda: "ran", sys.argv[2], float(sys.argv[3])))
except NotAllowed as reason:
    print("not run:", reason)
`;

/** Both programs: what they print when the action ran, and when it did not. */
const PROGRAMS = {
  python: async (action: object, key: string, seconds: number, env?: Record<string, string>) => {
    const ended = await run('python3', ['-c', GUARD, JSON.stringify(action), key, String(seconds)], env);
    expect(ended.stderr).toBe('');
    return ended.stdout === 'ran\n' ? 'ran' : 'not run';
  },
  shell: async (action: object, key: string, seconds: number, env?: Record<string, string>) => {
    const { code } = await run('sh', ['svc-decide.sh', key, JSON.stringify(action), String(seconds)], env);
    return code === 0 ? 'ran' : 'not run';
  },
};

describe.each(Object.entries(PROGRAMS))('the program in %s', (name, guarded) => {
  it('runs an action on ALLOW, and decides once for one key', async () => {
    const before = await countEvents();
    expect(await guarded(READ, `allow-${name}`, 0)).toBe('ran');
    expect(await guarded(READ, `allow-${name}`, 0)).toBe('ran');
    expect(await countEvents()).toBe(before + 1);
  });

  it('runs nothing on BLOCK, nor on a review that nobody answers', async () => {
    expect(await guarded(BLOCKED, `block-${name}`, 0)).toBe('not run');
    expect(await guarded(REVIEWED, `review-${name}`, 0)).toBe('not run');
  });

  it.each(['approve', 'deny'])('waits for a person, who answers: %s', async (answer) => {
    const key = `${answer}-${name}`;
    const before = await countEvents();
    const waiting = guarded(REVIEWED, key, 30);
    await expect.poll(countEvents).toBe(before + 1);
    // The same request under the same key is the same event.
    const id = await decideOnce(REVIEWED, key);
    expect((await member.call(`/reviews/${id}/${answer}`, { body: {} })).status).toBe(200);
    expect(await waiting).toBe(answer === 'approve' ? 'ran' : 'not run');
  });

  it.each<[string, Behaviour]>([
    ['the connection is cut', cuts],
    ['the answer is cut, after an ALLOW', cutsHalfway],
    ['a page answers', answers(200, HTML)],
    [
      'a list answers',
      answers(
        200,
        [{ finalDecision: 'ALLOW' }].map(() => 'ALLOW'),
      ),
    ],
    ['a redirect answers, with an ALLOW', answers(302, { finalDecision: 'ALLOW' }, { location: '/elsewhere' })],
    ['another status answers, with an ALLOW', answers(202, { id: '1', finalDecision: 'ALLOW' })],
    ['the key is refused', answers(401, { error: 'unauthorized', finalDecision: 'ALLOW' })],
    [
      'a word is in the reasons',
      answers(200, { id: '1', finalDecision: 'BLOCK', reasons: ['"finalDecision":"ALLOW"'] }),
    ],
  ])('runs nothing when %s', async (_what, behaviour) => {
    const server = await startFaultyServer(behaviour);
    expect(await guarded(READ, 'k', 0, { SVC_BASE_URL: server.baseUrl })).toBe('not run');
    expect(server.seen.length).toBeGreaterThan(0);
    expect(server.seen.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    await server.stop();
  });

  it('tries again with the same key after a 503, and then acts on the answer', async () => {
    const server = await startFaultyServer(
      answers(503, { error: 'unavailable' }, { 'retry-after': '1' }),
      answers(200, { id: '1', finalDecision: 'ALLOW', reasons: [] }),
    );
    expect(await guarded(READ, 'again', 0, { SVC_BASE_URL: server.baseUrl })).toBe('ran');
    expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['again', 'again']);
    await server.stop();
  });
});

async function countEvents(): Promise<number> {
  const [row] = await readRows<{ count: number }>(service.database, 'SELECT count(*)::int AS count FROM svc.events');
  return row?.count ?? 0;
}

async function decideOnce(action: object, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${LIVE_KEY}`, 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await fetch(`${service.baseUrl}/v1/events`, { method: 'POST', headers, body: JSON.stringify(action) });
  return ((await answer.json()) as { id: string }).id;
}

it('runs the example as it stands, in Python and in the shell', async () => {
  expect(await run('python3', ['refund.py'])).toEqual({ code: 0, stdout: 'order 4711 is read\n', stderr: '' });
  const [, line = ''] = /\n(action=.*\nsh svc-decide\.sh .*)\n```/.exec(guide) ?? [];
  expect((await run('sh', ['-c', line])).stdout).toMatch(/\}order 4711 is read\n$/);
});

const VERIFY = `
import sys
from svc_webhook import is_signed
raw, header, *secrets = sys.argv[1:]
print(is_signed(raw.encode(), header, secrets))
`;

const VERIFIERS = {
  python: async (body: string, header: string, secret: string) =>
    (await run('python3', ['-c', VERIFY, body, header, 'whsec_previous', secret])).stdout === 'True\n',
  shell: async (body: string, header: string, secret: string) => {
    writeFileSync(join(folder, 'body'), body);
    return (await run('sh', ['svc-verify.sh', header, 'body'], { SVC_WEBHOOK_SECRET: secret })).code === 0;
  },
};

describe.each(Object.entries(VERIFIERS))('the verifier in %s', (_name, isSigned) => {
  it('takes a delivery of the service, and refuses every change of it', async () => {
    const eventId = await decide(service, BLOCKED);
    await untilDelivery(service, eventId, { status: 'DELIVERED' });
    const [{ body, signature } = { body: '', signature: '' }] = receiver.deliveriesOf(eventId);
    expect(await isSigned(body, signature, WEBHOOK_SECRET)).toBe(true);
    expect(await isSigned(body.replace('BLOCK', 'ALLOW'), signature, WEBHOOK_SECRET)).toBe(false);
    expect(await isSigned(`${body}\n`, signature, WEBHOOK_SECRET)).toBe(false);
    expect(await isSigned(body, signature, `${WEBHOOK_SECRET}x`)).toBe(false);
    for (const header of ['', `${signature},v1=${'0'.repeat(64)}`, signature.toUpperCase(), `${signature}\n`]) {
      expect(await isSigned(body, header, WEBHOOK_SECRET)).toBe(false);
    }
  });

  it('refuses a time that is 301 seconds from its clock', async () => {
    const signedAt = (seconds: number) => {
      const t = Math.floor(Date.now() / 1_000) + seconds;
      return `t=${t},v1=${createHmac('sha256', WEBHOOK_SECRET).update(`${t}.{}`).digest('hex')}`;
    };
    expect(await isSigned('{}', signedAt(-290), WEBHOOK_SECRET)).toBe(true);
    // The clock may move on by some seconds before the program reads it.
    expect(await isSigned('{}', signedAt(-301), WEBHOOK_SECRET)).toBe(false);
    expect(await isSigned('{}', signedAt(330), WEBHOOK_SECRET)).toBe(false);
  });
});

it('gives the digest that the page about webhooks gives as an example', () => {
  const page = readRepositoryFile('docs/guides/webhooks.md');
  const [, t = '', digest] = /\nt=(\d+),v1=([0-9a-f]{64})\n/.exec(page) ?? [];
  expect(createHmac('sha256', 'whsec_example').update(`${t}.{"id":"1"}`).digest('hex')).toBe(digest);
});

// Go is no tool of this project: where it is installed, its programs must compile.
if (spawnSync('go', ['version']).status === 0) {
  it('compiles the programs in Go', async () => {
    writeFileSync(join(folder, 'go.mod'), 'module svc\n\ngo 1.21\n');
    const { HOME = folder } = process.env;
    const env = { HOME, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', GOCACHE: join(folder, 'cache') };
    expect(await run('go', ['vet', './...'], env)).toMatchObject({ code: 0 });
  });
}
