// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: checkpoints become old.
 * Guarantee: of old checkpoints one an hour stays, with all that were pushed or bound a proof. Every entry is proved, and
 * every export verifies, as before.
 */
import { verifyExport } from '@svc/core/audit-export';
import { isIncluded } from '@svc/core/audit-tree';
import { readCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, call, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { openExport, proveEntry, thinCheckpoints } from './index.ts';
import { CHECKPOINT_ENTRIES_MAX } from './sign-checkpoints.ts';

const never = new AbortController().signal;
const COUNT = 24;

let service: TestService;
let id: string;
let signed: { size: number; note: string }[];
beforeAll(async () => {
  service = await startTestService();
  const [acme] = await sql('SELECT organization_id AS id FROM svc.organizations WHERE name = $1', [ACME]);
  id = acme?.id;
  await sql('DELETE FROM svc.audit_checkpoints WHERE organization_id = $1', [id]);
  await sql('DELETE FROM svc.audit_checkpoint_heads WHERE organization_id = $1', [id]);
  for (let count = 0; count < COUNT; count += 1) {
    await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
    await service.app.checkpoints.cover(id);
  }
  const query = 'SELECT size::int, note FROM svc.audit_checkpoints WHERE organization_id = $1 ORDER BY size';
  signed = await readRows<{ size: number; note: string }>(service.database, query, [id]);
  expect(signed).toHaveLength(COUNT);
  await sql('CREATE TABLE public.saved AS TABLE svc.audit_checkpoints');
});
afterAll(() => service.stop());
beforeEach(async () => {
  await sql('DELETE FROM svc.audit_checkpoints');
  await sql('INSERT INTO svc.audit_checkpoints TABLE public.saved');
  await sql('UPDATE svc.audit_checkpoint_heads SET thinned_size = 0');
  await sql('DELETE FROM svc.checkpoint_outbox');
});

const sql = (text: string, values: unknown[] = []) => readRows(service.database, text, values);
const thin = (options = {}) => thinCheckpoints(service.app.pool, never, options);

/** Which of the signed ones are there, by their place. */
async function places(): Promise<number[]> {
  const rows = await sql('SELECT size::int FROM svc.audit_checkpoints WHERE organization_id = $1', [id]);
  const sizes = rows.map(({ size }) => size);
  return signed.flatMap(({ size }, place) => (sizes.includes(size) ? [place] : []));
}

/** The first one 30 days ago and at a full hour, each ten minutes after the one before. */
const AGED = `date_trunc('hour', now(), 'UTC') - interval '30 days' + interval '10 minutes' * place`;
const age = (moment = AGED) =>
  sql(
    `UPDATE svc.audit_checkpoints c SET signed_at = ${moment}
     FROM (SELECT size, row_number() OVER (ORDER BY size) - 1 AS place FROM svc.audit_checkpoints
       WHERE organization_id = $1) AS p
     WHERE c.organization_id = $1 AND c.size = p.size`,
    [id],
  );
const mark = (place: number, set: string) =>
  sql(`UPDATE svc.audit_checkpoints SET ${set} WHERE organization_id = $1 AND size = $2`, [id, signed[place]?.size]);
const ALL = Array.from({ length: COUNT }, (_, place) => place);
const LAST_OF_HOURS = [5, 11, 17, COUNT - 1];

describe('stay', () => {
  it('all of the last week', async () => {
    await age(`now() - interval '6 days 23 hours' + interval '1 minute' * place`);
    expect(await thin()).toBe(0);
    expect(await places()).toEqual(ALL);
  });

  it('the last of each hour before, and the newest, however small a batch is', async () => {
    for (const options of [{}, { rowsMax: 1 }, { rowsMax: 5 }]) {
      await sql('DELETE FROM svc.audit_checkpoints');
      await sql('INSERT INTO svc.audit_checkpoints TABLE public.saved');
      await sql('UPDATE svc.audit_checkpoint_heads SET thinned_size = 0');
      await age();
      expect(await thin(options)).toBe(0);
      expect(await places(), JSON.stringify(options)).toEqual(LAST_OF_HOURS);
      expect(await thin()).toBe(0);
      expect(await places()).toEqual(LAST_OF_HOURS);
    }
  });

  it('those that were pushed, and those that have yet to be', async () => {
    await age();
    await mark(2, 'pushed = true');
    await sql('INSERT INTO svc.checkpoint_outbox VALUES ($1, $2, $3, now(), 3)', [
      id,
      signed[8]?.size,
      signed.at(-1)?.size,
    ]);
    await thin();
    expect(await places()).toEqual([2, 5, ...ALL.slice(9)]);
    await sql('DELETE FROM svc.checkpoint_outbox');
    await thin();
    expect(await places()).toEqual([2, ...LAST_OF_HOURS]);
  });

  it('those without which a proof would read more entries than one checkpoint may cover', async () => {
    await age();
    const [{ max }] = (await sql('SELECT max(size)::int FROM svc.audit_checkpoints WHERE organization_id = $1', [
      id,
    ])) as [{ max: number }];
    // As if each covered so many entries that three of them are all that a proof may read.
    const scale = Math.floor(CHECKPOINT_ENTRIES_MAX / 3);
    await sql(
      `UPDATE svc.audit_checkpoints c SET size = $2 + place * $3
       FROM (SELECT size, row_number() OVER (ORDER BY size) AS place FROM svc.audit_checkpoints
         WHERE organization_id = $1) AS p
       WHERE c.organization_id = $1 AND c.size = p.size`,
      [id, max, scale],
    );
    await sql('UPDATE svc.audit_checkpoint_heads SET thinned_size = $2 WHERE organization_id = $1', [id, max]);
    await thin();
    const rows = await sql('SELECT size::int FROM svc.audit_checkpoints WHERE organization_id = $1 ORDER BY size', [
      id,
    ]);
    const sizes = [max, ...rows.map(({ size }) => size)];
    const gaps = sizes.slice(1).map((size, place) => size - (sizes[place] ?? 0));
    expect(Math.max(...gaps)).toBe(3 * scale);
    expect(sizes.length).toBeLessThan(COUNT / 2);
  });

  it('one of a wrong clock, which delays no others', async () => {
    await age();
    await mark(1, `signed_at = now() + interval '1 year'`);
    await thin();
    expect(await places()).toEqual([0, 1, ...LAST_OF_HOURS]);
  });

  it('all of an organization that the transaction does not see', async () => {
    await age();
    const [row] = await inTransaction(service.app.pool, [], (transaction) =>
      transaction.query('SELECT svc.thin_checkpoints($1, 1000) AS count', [id]),
    );
    expect(row).toEqual({ count: 0 });
    expect(await places()).toEqual(ALL);
  });

  it('all when the run is told to stop', async () => {
    await age();
    expect(await thinCheckpoints(service.app.pool, AbortSignal.abort())).toBeGreaterThan(0);
    expect(await places()).toEqual(ALL);
  });
});

it('proves every entry and verifies every export as before, also against a checkpoint that is gone', async () => {
  const entries = await readAuditEntries(service.database, ACME);
  const { pool, checkpoints } = service.app;
  const provenUnder = async () => {
    const sizes: number[] = [];
    for (const { seq, hash } of entries) {
      const { covered } = await proveEntry(pool, checkpoints, id, seq);
      if (covered === null) throw new Error(`${seq} is not covered`);
      const { size, root } = readCheckpoint(covered.checkpoint, readVerifierKey(covered.key));
      const path = covered.path.map((text) => Buffer.from(text, 'base64'));
      expect(isIncluded({ hash, index: covered.index, size, path, root })).toBe(true);
      sizes.push(size);
    }
    return sizes;
  };
  const verifySince = async (since: string | null) => {
    const verifier = verifyExport({ key: await checkpoints.verifierKey(id), since });
    const { pieces } = await openExport(pool, checkpoints, id);
    for await (const piece of pieces()) verifier.push(Buffer.from(piece));
    return verifier.end();
  };
  await age();
  const before = await provenUnder();
  expect(await verifySince(null)).toMatchObject({ isValid: true, entries: entries.length, checkpoints: COUNT });
  await thin();
  const after = await provenUnder();
  expect(new Set(before).size).toBe(COUNT);
  expect(new Set(after).size).toBe(LAST_OF_HOURS.length);
  for (const since of [null, ...signed.map(({ note }) => note)]) {
    const verified = { isValid: true, entries: entries.length, checkpoints: LAST_OF_HOURS.length };
    expect(await verifySince(since)).toMatchObject(verified);
  }
});

it('lets the service say of none that it was never pushed', async () => {
  await mark(3, 'pushed = true');
  const taken = inTransaction(service.app.pool, [id], (transaction) =>
    transaction.query('UPDATE svc.audit_checkpoints SET pushed = false WHERE organization_id = $1', [id]),
  );
  await expect(taken).rejects.toThrow(/permission denied/);
});
