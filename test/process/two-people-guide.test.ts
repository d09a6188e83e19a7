// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the files and the program of the guide "Two people" work as they stand there. Both offline verifiers take what
 * they leave in the chain. They need sh, curl, python3 and openssl.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventList, PolicyApplyResponse, PolicyProveResponse } from '@svc/contract';
import { verifyExport } from '@svc/core/audit-export';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { verifyInPython } from '../audit/verify-in-python.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { readRepositoryFile } from '../tidy/source-files.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
});
afterAll(() => service.stop());

function snippet(name: string): string {
  const found = [...readRepositoryFile('docs/guides/two-people.md').matchAll(/```(?:yaml|sh)\n([\s\S]*?)```/g)];
  return found.map(([, text = '']) => text).find((text) => text.includes(`# ${name}\n`)) ?? expect.fail(name);
}

function start(program: string) {
  const env = { PATH: process.env.PATH ?? '', SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  const child = spawn('sh', ['-c', program], { env, timeout: PROGRAM_WITHIN_MS });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { ended, output: () => output };
}

it('sets a policy, waits for two people, and is the policy of the file, which its claim proves', async () => {
  const [owner, admin] = [await signIn(service.baseUrl, PEOPLE.owner), await signIn(service.baseUrl, PEOPLE.admin)];
  const program = start(snippet('two-people.sh'));
  const waiting = async () =>
    (await owner.call<EventList>('/events?decision=REVIEW')).body.items
      .filter(({ review }) => review?.status === 'PENDING')
      .map(({ id }) => id);
  await expect.poll(waiting).toHaveLength(1);
  const [id = ''] = await waiting();
  expect((await owner.call(`/reviews/${id}/approve`, { body: { note: 'The first note.' } })).status).toBe(200);
  expect(await waiting()).toEqual([id]);
  expect((await admin.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(200);
  expect([await program.ended, program.output()]).toEqual([0, expect.stringMatching(/^Allowed: redeem it/m)]);

  const { metadata, spec } = parse(snippet('policies/two-people.yaml'));
  const policies = [{ ...metadata, ...spec }];
  const applied = await call<PolicyApplyResponse>(service.baseUrl, '/v1/policies/apply', { body: { policies } });
  expect(applied.body.changes).toEqual([{ name: metadata.name, op: 'unchanged' }]);
  const { claims } = parse(snippet('claims/two-people.yaml'));
  const proved = await call<PolicyProveResponse>(service.baseUrl, '/v1/policies/prove', { body: { claims } });
  expect(proved.body.results).toMatchObject([{ proved: true, heldBy: [{ name: metadata.name }] }]);
  const one = { policies: [{ ...policies[0], approvals: { count: 1 } }], claims };
  const broken = await call<PolicyProveResponse>(service.baseUrl, '/v1/policies/prove', { body: one });
  expect(broken.body.results[0]?.proved).toBe(false);
});

it('leaves a chain that both verifiers take, with the note of each approval', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { 'sec-fetch-site': 'same-origin', cookie };
  const text = await (await fetch(`${service.baseUrl}/audit/export`, { headers })).text();
  const added = text.split('\n').find((line) => line.includes('"review.approval_added"'));
  expect(JSON.parse(added ?? '{}')).toMatchObject({ disclosed: { note: 'The first note.' } });
  expect(text).toContain('"earlier":[{"accountId":');
  const verifier = verifyExport({ key: null, since: null });
  verifier.push(Buffer.from(text));
  const { isValid, quorums, redemptions } = verifier.end();
  expect({ isValid, quorums }).toEqual({ isValid: true, quorums: 1 });
  const folder = mkdtempSync(join(tmpdir(), 'svc-two-people-'));
  try {
    const file = join(folder, 'export.ndjson');
    writeFileSync(file, text);
    expect(verifyInPython([file])).toMatch(
      new RegExp(`^VALID[\\s\\S]*several people approved: 1\\n[\\s\\S]*each once: ${redemptions}\\n$`),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
