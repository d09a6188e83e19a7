// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the guide "An approval that a court can check" is run. Two people sign by the routes that it names, and each
 * command prints what stands below it. It needs sh, python3 and openssl.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { ApprovalOptions, Decision, ErrorBody } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addPasskey, addSigningKey, type Signer } from '#harness/people/signing.ts';
import { call, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { entriesIn, linkedExport } from '../audit/relinked.ts';
import { PYTHON_SOURCES } from '../audit/verify-in-python.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

const BINARY = join(ROOT, 'server/bin/svc-server.js');
const PAGES = 'https://svc.example.com';
const guide = readRepositoryFile('docs/guides/signed-approvals.md');
const EXAMPLES = [...guide.matchAll(/```sh\n([a-z][^\n]*)\n```\n\n```text\n([\s\S]*?)```/g)].map(
  ([, command = '', printed = '']) => ({ command, printed }),
);
const ACT = { agent: 'billing-bot', action: 'DELETE_DATA', resource: 'customers' };

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
  folder = mkdtempSync(join(tmpdir(), 'svc-guide-'));
  writeFileSync(join(folder, 'svc-server'), `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`);
  chmodSync(join(folder, 'svc-server'), 0o755);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const decide = async () => (await call<Decision>(service.baseUrl, '/v1/events', { body: ACT })).body.id;

async function approve(person: Browser, { authenticator }: Signer, id: string) {
  const { body } = await person.call<ApprovalOptions>(`/reviews/${id}/approve/options`, { body: {} });
  const response = authenticator.get(body.options);
  return await person.call<Decision & ErrorBody>(`/reviews/${id}/approve`, { body: { signature: { response } } });
}

it('has two people sign an act, as its policy asks', async () => {
  const [, text = ''] = /```yaml\n(# policies\/signed\.yaml\n[\s\S]*?)```/.exec(guide) ?? [];
  const { metadata, spec } = parse(text);
  const body = { policies: [{ ...metadata, ...spec }] };
  expect((await call(service.baseUrl, '/v1/policies/apply', { body })).status).toBe(200);
  const people = [await signIn(service.baseUrl, PEOPLE.owner), await signIn(service.baseUrl, PEOPLE.admin)];
  const [id, denied] = [await decide(), await decide()];
  for (const person of people) {
    const options = await person.call<ErrorBody>(`/reviews/${id}/approve/options`, { body: {} });
    expect([options.status, options.body.error]).toEqual([409, 'conflict']);
    const signer = await addPasskey(person, service.baseUrl);
    await addSigningKey(person, signer);
    const unsigned = await person.call<ErrorBody>(`/reviews/${id}/approve`, { body: {} });
    expect([unsigned.status, unsigned.body.error]).toEqual([403, 'signature_required']);
    expect((await approve(person, signer, id)).status).toBe(200);
  }
  expect((await people[0]?.call(`/reviews/${denied}/deny`, { body: {} }))?.status).toBe(200);
  expect((await call<Decision>(service.baseUrl, `/v1/events/${id}`)).body.finalDecision).toBe('ALLOW');

  const cookie = [...(people[0]?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { 'sec-fetch-site': 'same-origin', cookie };
  const exported = await (await fetch(`${service.baseUrl}/audit/export`, { headers })).text();
  writeFileSync(join(folder, 'svc-audit.ndjson'), exported);
  const entries = entriesIn(exported);
  const [first, second] = entries.filter(({ kind }) => kind.startsWith('review.appro'));
  const forged = entries.map((entry) => (entry === second ? { ...entry, actor: first?.actor ?? entry.actor } : entry));
  writeFileSync(join(folder, 'forged.ndjson'), linkedExport(forged));
});

it('has a command for each verifier, and for a forgery', () => {
  expect(EXAMPLES).toHaveLength(3);
});

it.each(EXAMPLES)('$command', ({ command, printed }) => {
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, PYTHONPATH: PYTHON_SOURCES };
  const options = { cwd: folder, env, encoding: 'utf8', timeout: PROGRAM_WITHIN_MS } as const;
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command.replace(PAGES, service.baseUrl)], options);
  expect(stderr).toBe('');
  // An ellipsis stands for what differs each time.
  const expected = printed
    .trimEnd()
    .split('\n')
    .map((line) => line.split('…')[0] ?? '');
  const found = stdout.split('\n');
  for (const [at, line] of expected.entries()) expect(found[at]?.slice(0, line.length)).toBe(line);
  expect(status).toBe(printed.startsWith('NOT VALID') ? 1 : 0);
});
