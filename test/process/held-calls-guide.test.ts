// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the programs of the guide "From a held call to a done one" work as they stand there. Each waits for a person,
 * redeems, runs once and reports; after a no it runs nothing. They need python3, sh and curl.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Decision, EventList } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

let folder: string;
let service: TestService;
let member: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-held-'));
  for (const guide of ['docs/guides/http.md', 'docs/guides/held-calls.md']) {
    for (const [, text = ''] of readRepositoryFile(guide).matchAll(/```(?:python|sh|ts)\n([\s\S]*?)```/g)) {
      const [, name] = /^(?:#!\/bin\/sh\n)?(?:#|\/\/) ([\w-]+\.(?:py|sh|ts))\b/.exec(text) ?? [];
      if (name !== undefined) writeFileSync(join(folder, name), text);
    }
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/@svc'), join(folder, 'node_modules/@svc'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  service = await openOrganization({ provisioning: acmeWithPeople });
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

interface Ended {
  code: number | null;
  output: string;
}

function run(program: string, args: readonly string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '', SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { cwd: folder, env, timeout: PROGRAM_WITHIN_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

const TSX = pathToFileURL(createRequire(join(ROOT, 'package.json')).resolve('tsx')).href;

const PROGRAMS: Readonly<Record<string, { start: () => Promise<Ended>; done: RegExp }>> = {
  TypeScript: {
    start: () => run(process.execPath, ['--import', TSX, '--conditions=svc-source', 'export.ts']),
    done: /^Done: 12 records$/m,
  },
  Python: { start: () => run('python3', ['export.py']), done: /^Done: 12 records$/m },
  curl: { start: () => run('sh', ['export.sh']), done: /^the customers are exported$/m },
};

const waiting = async (): Promise<string[]> =>
  (await member.call<EventList>('/events?decision=REVIEW')).body.items
    .filter(({ review }) => review?.status === 'PENDING')
    .map(({ id }) => id);

/** Starts the program, and answers the review that it makes. */
async function answered(start: () => Promise<Ended>, answer: 'approve' | 'deny') {
  const ending = start();
  await expect.poll(waiting).toHaveLength(1);
  const [id = ''] = await waiting();
  expect((await member.call(`/reviews/${id}/${answer}`, { body: {} })).status).toBe(200);
  const { code, output } = await ending;
  const { body } = await call<Decision>(service.baseUrl, `/v1/events/${id}`);
  const entries = (await readAuditEntries(service.database, ACME)).filter(({ subject }) => subject.id === id);
  return { code, output, decision: body, kinds: entries.map(({ kind }) => kind) };
}

describe.each(Object.entries(PROGRAMS))('the program in %s', (_name, { start, done }) => {
  it('waits for a person, redeems, runs once and reports what it did', async () => {
    const { code, output, decision, kinds } = await answered(start, 'approve');
    expect([code, output]).toEqual([0, expect.stringMatching(done)]);
    expect(decision).toMatchObject({
      redemption: { status: 'REDEEMED' },
      outcome: { status: 'SUCCEEDED', recordsAffected: 12, exceedsStated: false },
    });
    expect(kinds).toEqual(['decision.recorded', 'review.approved', 'redemption.made', 'outcome.reported']);
  });

  it('runs nothing after a no', async () => {
    const { code, output, decision, kinds } = await answered(start, 'deny');
    expect(code).not.toBe(0);
    expect(output).not.toMatch(done);
    expect(decision).toMatchObject({ finalDecision: 'BLOCK', redemption: null, outcome: null });
    expect(kinds).not.toContain('redemption.made');
  });
});
