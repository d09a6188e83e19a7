// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the file and the program of the guide "Grants" work as they stand there. The offline verifier takes what
 * they leave in the chain. They need sh, curl, python3 and openssl.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Granting, inHours, openGranting } from '#harness/granting';
import { LIVE_KEY } from '#harness/service';
import { verifyInPython } from '../audit/verify-in-python.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { readRepositoryFile } from '../tidy/source-files.ts';

let granting: Granting;
beforeAll(async () => {
  granting = await openGranting();
});
afterAll(() => granting.service.stop());

const GUIDE = readRepositoryFile('docs/guides/grants.md');
function snippet(name: string): string {
  const found = [...GUIDE.matchAll(/```(?:yaml|sh)\n([\s\S]*?)```/g)];
  return found.map(([, text = '']) => text).find((text) => text.includes(`# ${name}\n`)) ?? expect.fail(name);
}

function start(program: string) {
  const env = { PATH: process.env.PATH ?? '', SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: granting.service.baseUrl };
  const child = spawn('sh', ['-c', program], { env, timeout: PROGRAM_WITHIN_MS });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { ended, output: () => output };
}

it('asks, is approved with the body of the guide, and is let through from then on within its bounds', async () => {
  const { metadata, spec } = parse(snippet('policies/grants.yaml'));
  await granting.apply([{ ...metadata, ...spec }]);
  const { owner } = granting.people;
  const program = start(snippet('grants.sh'));
  const waiting = async () => (await owner.call<EventList>('/events?decision=REVIEW')).body.items.map(({ id }) => id);
  await expect.poll(waiting).toHaveLength(1);
  const [id = ''] = await waiting();
  const body = JSON.parse(/```json\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? '') as { grant: object };
  const grant = { ...body.grant, until: inHours(3) };
  expect((await owner.call(`/reviews/${id}/approve`, { body: { grant } })).status).toBe(200);
  expect(await program.ended, program.output()).toBe(0);
  const [made] = await granting.grants();
  expect(program.output()).toContain(`Allowed by the grant ${made?.id} until ${made?.until}`);
  expect(program.output()).toContain('One record more is asked about');
});

it('leaves a chain that the verifier of the guides takes, with the note that opens its commitment', async () => {
  const cookie = [...granting.people.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { 'sec-fetch-site': 'same-origin', cookie };
  const text = await (await fetch(`${granting.service.baseUrl}/audit/export`, { headers })).text();
  const created = text.split('\n').find((line) => line.includes('"grant.created"'));
  expect(JSON.parse(created ?? '{}')).toMatchObject({ disclosed: { note: 'Nightly export.' } });
  const folder = mkdtempSync(join(tmpdir(), 'svc-grants-'));
  try {
    const file = join(folder, 'export.ndjson');
    writeFileSync(file, text);
    expect(verifyInPython([file])).toMatch(/^VALID/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
