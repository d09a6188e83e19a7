// SPDX-License-Identifier: Apache-2.0
/**
 * Two services of two processes each share one budget, under many clients, and die at random moments.
 * Guarantee: exactly so many acts are let through as the budget has room for; no answer says another thing than what is
 * recorded.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { deliver, startClients } from './clients.ts';
import { createLedger } from './ledger.ts';
import { ACME_LIVE, provisioningFile } from './organizations.ts';
import { seededRandom } from './random.ts';
import { type SvcServer, startSvcServer } from './svc-server.ts';

const LIMIT = 1_000;
const CLIENTS = 64;
/** Kills come about once in so many milliseconds of load, until the budget is full. */
const STRIKE_AFTER_MS = { min: 100, max: 500 };
const KILLS_MAX = Math.max(4, Number(process.env.CHAOS_ROUNDS ?? 1));
/** Decisions beyond the limit, so that both processes have seen it full. */
const REFUSED_MIN = 200;

const ACT = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };

const random = seededRandom('one budget');
const folder = mkdtempSync(join(tmpdir(), 'svc-chaos-'));
const ledger = createLedger();
let database: TestDatabase;
let environment: Record<string, string>;
const servers: SvcServer[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const path = join(folder, 'provision.yaml');
  writeFileSync(path, provisioningFile());
  environment = {
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PROVISION_FILE: path,
    SVC_RATE_EVENTS_PER_MINUTE: '10000000',
    SVC_PROCESSES: '2',
  };
  servers.push(await startSvcServer(environment), await startSvcServer(environment));
  await addBudget();
});

afterAll(async () => {
  for (const server of servers) if (!server.hasEnded()) server.kill('SIGTERM');
  await Promise.all(servers.map((server) => server.ended));
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
  console.log(`one budget, two services: ${JSON.stringify(ledger.counts)}`);
});

async function addBudget(): Promise<void> {
  const budget = { measure: 'COUNT', limit: LIMIT, window: 'MONTH', per: 'ORGANIZATION', action: 'READ' };
  const response = await fetch(`${servers[0]?.baseUrl}/v1/budgets/apply`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ACME_LIVE.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ budgets: [{ name: 'Reads', ...budget, onExceed: 'BLOCK' }] }),
  });
  expect(response.status).toBe(200);
}

it('lets exactly its limit through, and tells each client what is recorded', async () => {
  const answers = new Map<string, string>();
  let refused = 0;
  let kills = 0;
  let isFull = false;
  const load = startClients(
    Array.from(
      { length: CLIENTS },
      (_, client) => (turn: number) =>
        deliver(
          { caller: ACME_LIVE, idempotencyKey: `budget-${client}-${turn}`, body: ACT },
          {
            baseUrl: (attempt) => servers[(client + attempt) % 2]?.baseUrl ?? '',
            mayGoUnanswered: () => true,
            ledger,
            onReply(_, { status, body }) {
              if (status !== 200) return;
              answers.set(body.id, body.decision);
              if (body.decision === 'ALLOW') return;
              refused += 1;
              isFull = refused >= REFUSED_MIN;
            },
          },
        ),
    ),
  );
  while (!isFull) {
    // A random sleep draws the moment of the blow; it waits for no condition.
    await delay(random.between(STRIKE_AFTER_MS.min, STRIKE_AFTER_MS.max));
    if (kills >= KILLS_MAX) continue;
    kills += 1;
    const place = kills % 2;
    servers[place]?.kill('SIGKILL');
    await servers[place]?.ended;
    servers[place] = await startSvcServer(environment);
  }
  await load.stop();
  expect(kills).toBeGreaterThan(0);
  expect(ledger.contradictions).toEqual([]);
  const rows = await readRows<{ id: string; decision: string }>(
    database,
    `SELECT e.id, e.decision FROM svc.events e JOIN svc.organizations o USING (organization_id) WHERE o.name = $1`,
    [ACME_LIVE.organization],
  );
  expect(rows.filter(({ decision }) => decision === 'ALLOW')).toHaveLength(LIMIT);
  const recorded = new Map(rows.map(({ id, decision }) => [id, decision]));
  for (const [id, decision] of answers) expect(recorded.get(id)).toBe(decision);
  expect(await readRows(database, 'SELECT used::int FROM svc.counters')).toEqual([{ used: LIMIT }]);
  expect(verifyEntries(await readAuditEntries(database, ACME_LIVE.organization))).toMatchObject({ isValid: true });
});
