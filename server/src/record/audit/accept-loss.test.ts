// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: the database loses the end of a chain under it.
 * Guarantee: a process that answered with lost entries says so once and signs nothing more. Decisions go on. After an
 * operator accepted the loss in the chain, every process signs again, and an export of the chain is valid.
 */
import { type ExportVerification, verifyExport } from '@svc/core/audit-export';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACME, call, type LastingService, PLAIN_ACTION, startTestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { openTampered, type TamperedDatabase } from '../../../../test/audit/tampered-database.ts';
import type { Config } from '../../platform/config/index.ts';
import { acceptLossOf } from '../../process/commands/audit-accept-loss.ts';
import { acceptedLossesTask } from '../../process/tasks.ts';
import { openExport } from './index.ts';

const never = new AbortController().signal;
const FOUND = 'the database lost entries of an audit chain';

let service: LastingService;
let organizationId: string;
let earlier: TamperedDatabase;

async function decide(times: number, by = service): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    expect((await call(by.baseUrl, '/v1/events', { body: PLAIN_ACTION })).status).toBe(200);
  }
}

async function head(): Promise<{ seq: number; hash: string }> {
  const rows = await readRows<{ seq: number; hash: string }>(
    service.database,
    `SELECT audit_seq::int AS seq, encode(audit_hash, 'hex') AS hash FROM svc.organization_heads
     WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0] as { seq: number; hash: string };
}

/** The state of now, to come back to. */
async function save(): Promise<TamperedDatabase> {
  const saved = await openTampered(service.database);
  await saved.query('CREATE TABLE saved.usage AS SELECT organization_id, usage_events FROM svc.organization_heads');
  return saved;
}

/** The state before, as a server has it that lacked the last commits. */
async function loseTheEnd(): Promise<void> {
  await earlier.restore();
  await earlier.query(
    'DELETE FROM svc.events e USING saved.heads h WHERE h.organization_id = e.organization_id AND e.seq > h.audit_seq',
  );
  await earlier.query(
    `UPDATE svc.organization_heads h SET usage_events = s.usage_events
     FROM saved.usage s WHERE s.organization_id = h.organization_id`,
  );
}

function linesOf(message: string, of = service): Record<string, unknown>[] {
  return of
    .logged()
    .split('\n')
    .filter((line) => line.includes(message))
    .map((line) => JSON.parse(line));
}

async function exported(): Promise<ExportVerification> {
  const { checkpoints, pool } = service.app;
  const verifier = verifyExport({ key: await checkpoints.verifierKey(organizationId), since: null });
  const { pieces } = await openExport(pool, checkpoints, organizationId);
  for await (const piece of pieces()) verifier.push(Buffer.from(piece));
  return verifier.end();
}

async function accept(...numbers: (string | number)[]): Promise<{ code: number; said: string }> {
  const texts: string[] = [];
  const output = { write: (text: string) => texts.push(text) };
  const given = { databaseUrl: service.database.connectionString, auditArchive: null, egressAllow: [] as string[] };
  const config = given as Partial<Config> as Config;
  const code = await acceptLossOf([ACME, ...numbers.map(String)], () => config, { stdout: output, stderr: output });
  return { code, said: texts.join('') };
}

const look = ({ app }: LastingService) => acceptedLossesTask(app.pool, app.chains, { info: () => {} }).run(never);

beforeEach(async () => {
  service = await startTestService();
  const rows = await readRows(service.database, 'SELECT name, organization_id FROM svc.organizations');
  organizationId = rows.find(({ name }) => name === ACME)?.organization_id;
  await decide(2);
  await service.app.checkpoints.coverAll(never);
  earlier = await save();
});
afterEach(async () => {
  await earlier.close();
  await service.stop();
});

it('is told once, keeps checkpoints from being signed, and is accepted by its numbers', async () => {
  const kept = await head();
  await decide(4);
  await service.app.checkpoints.coverAll(never);
  const lost = await head();
  await loseTheEnd();
  await decide(3);
  const found = { organizationId, lostSeq: lost.seq, lostHash: lost.hash, foundSeq: kept.seq };
  expect(linesOf(FOUND)).toMatchObject([{ level: 50, ...found }]);
  expect(service.app.chains.lostEntries()).toBe(4);
  const metrics = await service.app.openMetrics({ host: '127.0.0.1', port: 0 });
  const scraped = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  await metrics.close();
  expect(scraped).toContain('\nsvc_chain_lost_entries 4\n');

  await service.app.checkpoints.coverAll(never);
  expect(linesOf('no checkpoint is signed')).toMatchObject([{ organizationId, reason: 'shorter' }]);
  expect(await exported()).toMatchObject({ isValid: false, fault: { code: 'incomplete' } });

  const { seq } = await head();
  expect(await accept(lost.seq)).toMatchObject({ code: 1, said: expect.stringMatching(/^Usage:/) });
  expect(await accept(lost.seq, lost.hash, lost.seq)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`The chain has ${seq} entries, and not even ${lost.seq}`),
  });
  expect(await accept(kept.seq, kept.hash, kept.seq)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`Nothing was lost: entry ${kept.seq} stands`),
  });
  await look(service);
  expect(service.app.chains.lostEntries()).toBe(4);
  expect(await accept(lost.seq, lost.hash, kept.seq)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`Accepted by entry ${seq + 1} of the audit of ${ACME}.`),
  });
  expect(await accept(lost.seq, lost.hash, kept.seq)).toMatchObject({ code: 1 });
  const [entry] = await readRows(
    service.database,
    `SELECT * FROM svc.audit_entries WHERE kind = 'audit.loss_accepted'`,
  );
  expect(entry).toMatchObject({
    seq: String(seq + 1),
    actor_id: 'operator',
    metadata: { foundSeq: kept.seq, lostHash: lost.hash, lostSeq: lost.seq, source: 'command-line' },
  });

  await look(service);
  expect(service.app.chains.lostEntries()).toBe(0);
  await decide(1);
  await service.app.checkpoints.coverAll(never);
  expect(await exported()).toMatchObject({ isValid: true, entries: seq + 2 });
  expect(linesOf(FOUND)).toHaveLength(1);
});

it('is found in an organization where nothing happens any more', async () => {
  await decide(3);
  await service.app.checkpoints.coverAll(never);
  const lost = await head();
  await loseTheEnd();
  await service.app.checkpoints.coverAll(never);
  expect(linesOf(FOUND)).toMatchObject([{ lostSeq: lost.seq, foundSeq: lost.seq - 3 }]);
});

it('is found at a chain of the same length, by whatever reads the head', async () => {
  await decide(2);
  const lost = await head();
  await loseTheEnd();
  const other = await startTestService({ database: { ...service.database, drop: async () => {} } });
  await decide(2, other);
  expect((await head()).seq).toBe(lost.seq);
  await service.app.checkpoints.coverAll(never);
  expect(linesOf(FOUND)).toMatchObject([{ lostSeq: lost.seq, lostHash: lost.hash, foundSeq: lost.seq }]);
  expect(linesOf(FOUND, other)).toEqual([]);
  await other.stop();
});

it.each(['a decision', 'a checkpoint'])(
  'is found behind a longer chain by %s, at the entry that it remembers',
  async (by) => {
    const other = await startTestService({ database: { ...service.database, drop: async () => {} } });
    await decide(2);
    const lost = await head();
    await loseTheEnd();
    await decide(5, other);
    service.clock.move('1s');
    if (by === 'a decision') await decide(1);
    else await service.app.checkpoints.coverAll(never);
    expect(linesOf(FOUND)).toMatchObject([{ lostSeq: lost.seq, lostHash: lost.hash, foundSeq: lost.seq + 3 }]);
    await other.stop();
  },
);

it('is found by a batch whose guess of the head is right, when only a checkpoint knew of the lost end', async () => {
  const other = await startTestService({ database: { ...service.database, drop: async () => {} } });
  await decide(2, other);
  await service.app.checkpoints.coverAll(never);
  const lost = await head();
  await loseTheEnd();
  await decide(1);
  expect(linesOf(FOUND)).toMatchObject([{ lostSeq: lost.seq, lostHash: lost.hash, foundSeq: lost.seq - 2 }]);
  await other.stop();
});

it('is none when two processes write in turn, however much time goes by', async () => {
  const other = await startTestService({ database: { ...service.database, drop: async () => {} } });
  for (let round = 0; round < 4; round += 1) {
    for (const one of [service, other]) {
      await decide(2, one);
      service.clock.move('1s');
      await one.app.checkpoints.coverAll(never);
    }
  }
  expect([service, other].flatMap((one) => linesOf(FOUND, one))).toEqual([]);
  expect(await exported()).toMatchObject({ isValid: true });
  await other.stop();
});

it('is forgotten by a process that remembered less of the same end, and not by one that remembers a later end', async () => {
  const other = await startTestService({ database: { ...service.database, drop: async () => {} } });
  await decide(2, other);
  await decide(2);
  const [kept, lost] = [
    await readRows(service.database, 'SELECT audit_seq::int AS seq FROM saved.heads WHERE organization_id = $1', [
      organizationId,
    ]),
    await head(),
  ];
  await loseTheEnd();
  await decide(1);
  await decide(1, other);
  expect([service, other].map(({ app }) => app.chains.losses()[0]?.seq)).toEqual([lost.seq, lost.seq - 2]);
  expect(await accept(lost.seq, lost.hash, kept[0]?.seq)).toMatchObject({ code: 0 });
  for (const one of [service, other]) await look(one);
  expect([service, other].map(({ app }) => app.chains.lostEntries())).toEqual([0, 0]);

  await earlier.close();
  await readRows(service.database, 'DROP SCHEMA saved CASCADE');
  earlier = await save();
  await decide(1);
  await loseTheEnd();
  await decide(1);
  await look(service);
  expect(service.app.chains.losses()).toHaveLength(1);
  await other.stop();
});
