// SPDX-License-Identifier: Apache-2.0
/**
 * Two processes that redeem one code, or one refresh token, 64 times at once. Guarantee: in every round a code has exactly
 * one success, a refresh token exactly two, and every other use is refused as used.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Asked,
  authorizationUrl,
  openRequest,
  permit,
  REDIRECT_URI,
  redeem,
  registerClient,
} from '#harness/oauth';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { type SvcServer, startSvcServer } from './svc-server.ts';

/** 100 in an attack, and two in a run of all tests. */
const ROUNDS = 2 * Number(process.env.CHAOS_ROUNDS ?? 1);
const USES = 64;

const folder = mkdtempSync(join(tmpdir(), 'svc-chaos-'));
let database: TestDatabase;
let servers: SvcServer[] = [];
/** Three people on each process, since one person may change 120 things a minute only. */
let browsers: Browser[] = [];
let clientId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const provisionPath = join(folder, 'provision.yaml');
  writeFileSync(provisionPath, acmeWithPeople());
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PROVISION_FILE: provisionPath,
    SVC_BASE_URL: `http://127.0.0.1:${port}`,
    SVC_TRUST_PROXY: '127.0.0.1',
  };
  servers = [await startSvcServer({ ...environment, SVC_PORT: String(port) })];
  servers.push(await startSvcServer(environment));
  browsers = await Promise.all(
    [PEOPLE.owner, PEOPLE.admin, PEOPLE.member].flatMap((email) =>
      servers.map(({ baseUrl }) => signIn(baseUrl, email)),
    ),
  );
  clientId = await registerClient(servers[0]?.baseUrl ?? '');
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A new code of the client, asked for on each process in turn. */
async function codeOf(round: number): Promise<{ asked: Asked; code: string }> {
  const person = browsers[round % browsers.length];
  if (person === undefined) throw new Error('there is no process');
  const asked = authorizationUrl(servers[0]?.baseUrl ?? '', clientId);
  return { asked, code: (await permit(person, await openRequest(person, asked))).get('code') ?? '' };
}

/** Sends the same request from 64 addresses to both processes at once. @returns what they answered, counted */
async function useAtOnce(round: number, fields: Record<string, string>): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: USES }, async (_, at) => {
      const answer = await fetch(`${servers[at % servers.length]?.baseUrl}/oauth/token`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `10.${round}.0.${at + 1}` },
        body: new URLSearchParams({ client_id: clientId, ...fields }),
      });
      const { error = 'used' } = (await answer.json()) as { error?: string };
      return `${answer.status} ${error}`;
    }),
  );
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

const successes = (count: number) => ({ '200 used': count, '400 invalid_grant': USES - count });

it('a code is redeemed once in every round', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { asked, code } = await codeOf(round);
    const fields = { code, redirect_uri: REDIRECT_URI, code_verifier: asked.verifier };
    expect(await useAtOnce(round, { grant_type: 'authorization_code', ...fields })).toEqual(successes(1));
  }
});

it('a refresh token is used once, and once more, in every round', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { asked, code } = await codeOf(round);
    const { body } = await redeem(servers[round % servers.length]?.baseUrl ?? '', asked, code);
    const fields = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
    expect(await useAtOnce(round, fields)).toEqual(successes(2));
  }
});
