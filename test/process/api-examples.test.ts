// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: each request of the API reference works as it stands, as a line for a shell, as TypeScript and as Python. It
 * needs curl and python3, and reads the three variables that the page names.
 */
import { spawn } from 'node:child_process';
import { OPERATIONS } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { apiRequests } from '../../site/prepare/api-page.ts';
import { EXAMPLES } from '../../site/prepare/examples.ts';
import { curlOf, pythonOf, type Request, typeScriptOf } from '../../site/prepare/requests.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const PROGRAMS: readonly (readonly [
  name: string,
  program: string,
  args: readonly string[],
  write: (request: Request) => string,
])[] = [
  ['curl', 'bash', ['-c'], (request) => `${curlOf(request)} --fail-with-body`],
  [
    'TypeScript',
    process.execPath,
    ['--input-type=module', '-e'],
    (request) => `${typeScriptOf(request)}\nif (!answer.ok) process.exit(1);`,
  ],
  ['Python', 'python3', ['-c'], pythonOf],
];

function run(
  program: string,
  args: readonly string[],
  eventId: string,
): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env.PATH ?? '', SVC_BASE_URL: service.baseUrl, SVC_API_KEY: LIVE_KEY, EVENT_ID: eventId };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject).on('close', (code) => resolve({ code, output }));
  });
}

it('has an example for each operation with a body, and for no other', () => {
  const withBody = Object.entries(OPERATIONS).filter(([, { request }]) => request !== null);
  expect(Object.keys(EXAMPLES).sort()).toEqual(withBody.map(([id]) => id).sort());
  expect(
    apiRequests()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Object.keys(OPERATIONS).sort());
});

describe.each(PROGRAMS)('as %s', (_name, program, args, write) => {
  it('each request is answered well', async () => {
    const decided = await call<{ id: string }>(service.baseUrl, '/v1/events', { body: EXAMPLES.redeemEvent ?? {} });
    // An act is redeemed before its outcome is reported: the order of the contract.
    for (const request of apiRequests()) {
      const { code, output } = await run(program, [...args, write(request)], decided.body.id);
      expect({ id: request.id, code, output: code === 0 ? '' : output }).toEqual({
        id: request.id,
        code: 0,
        output: '',
      });
    }
  });
});
