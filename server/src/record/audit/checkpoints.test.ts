// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: cases damage chains and forbid rows.
 * Guarantee: a signed checkpoint covers every entry, whichever process signs. A tree that does not continue the signed
 * one is refused.
 */
import { type ExportVerification, verifyExport } from '@svc/core/audit-export';
import { originOf, readCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import {
  ACME,
  call,
  type LastingService,
  openOrganizationIn,
  PLAIN_ACTION,
  startTestService,
  TEST_ENCRYPTION_KEY,
  type TestService,
} from '#harness/service';
import { readRows, whileRefusing } from '#harness/service/rows.ts';
import { createVault } from '../../platform/vault/index.ts';
import { checkpointTask } from '../../process/tasks.ts';
import { NO_ARCHIVE } from '../archive/index.ts';
import { createChainChecks, createCheckpoints, openExport } from './index.ts';
import { CHECKPOINT_ENTRIES_MAX } from './sign-checkpoints.ts';
import { loadSigningKey } from './signing-key.ts';

const never = new AbortController().signal;

let service: LastingService;
let organizationId: string;
beforeAll(async () => {
  service = await startTestService();
  organizationId = (await organizationIds())[ACME] as string;
});
afterAll(() => service.stop());

const decide = () => call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });

async function organizationIds({ database }: Pick<TestService, 'database'> = service): Promise<Record<string, string>> {
  const rows = await readRows(database, 'SELECT name, organization_id FROM svc.organizations');
  return Object.fromEntries(rows.map(({ name, organization_id: id }) => [name, id]));
}

async function lastSeq(id = organizationId): Promise<number> {
  const [row] = await readRows(
    service.database,
    'SELECT audit_seq::int AS seq FROM svc.organization_heads WHERE organization_id = $1',
    [id],
  );
  return row?.seq;
}

async function sizes(id = organizationId): Promise<number[]> {
  const rows = await readRows(
    service.database,
    'SELECT size::int FROM svc.audit_checkpoints WHERE organization_id = $1 ORDER BY size',
    [id],
  );
  return rows.map(({ size }) => size);
}

async function verified(id = organizationId): Promise<ExportVerification> {
  const { checkpoints, pool } = service.app;
  const verifier = verifyExport({ key: await checkpoints.verifierKey(id), since: null });
  const { pieces } = await openExport(pool, checkpoints, id);
  for await (const piece of pieces()) verifier.push(Buffer.from(piece));
  return verifier.end();
}

it('covers every organization up to its last entry, and signs nothing when nothing is new', async () => {
  await decide();
  expect(await service.app.checkpoints.coverAll(never)).toBe(0);
  for (const id of Object.values(await organizationIds())) {
    expect((await sizes(id)).at(-1)).toBe(await lastSeq(id));
    expect(await verified(id)).toMatchObject({ isValid: true, entries: await lastSeq(id) });
  }
  const before = await sizes();
  await service.app.checkpoints.coverAll(never);
  expect(await sizes()).toEqual(before);
});

it('signs the origin of the organization, by one key for all of them', async () => {
  const ids = Object.values(await organizationIds());
  const keys = await Promise.all(ids.map((id) => service.app.checkpoints.verifierKey(id)));
  expect(new Set(keys.map((key) => key.slice(-44))).size).toBe(1);
  for (const [index, id] of ids.entries()) {
    const key = readVerifierKey(keys[index] as string);
    expect(key.name).toBe(originOf(id));
    const rows = await readRows(service.database, 'SELECT note FROM svc.audit_checkpoints WHERE organization_id = $1', [
      id,
    ]);
    for (const { note } of rows) expect(readCheckpoint(note, key).size).toBeGreaterThan(0);
  }
});

it('is a periodic task, which covers what was decided within ten seconds', async () => {
  const running = await startTestService({
    database: service.database,
    tasks: () => [checkpointTask(service.app.checkpoints)],
  });
  try {
    await decide();
    const seq = await lastSeq();
    await vi.waitFor(async () => expect((await sizes()).at(-1)).toBeGreaterThanOrEqual(seq), PATIENTLY);
  } finally {
    await running.stop();
  }
});

it('lets many processes sign at once while decisions are made: one history, no size twice', async () => {
  const vault = createVault([TEST_ENCRYPTION_KEY]);
  const processes = Array.from({ length: 4 }, () => createCheckpoints(service.app.pool, vault, { error: () => {} }));
  await Promise.all([
    ...Array.from({ length: 40 }, decide),
    ...processes.flatMap((one) => [one.cover(organizationId), one.coverAll(never), one.cover(organizationId)]),
  ]);
  await service.app.checkpoints.cover(organizationId);
  expect(new Set(await sizes()).size).toBe((await sizes()).length);
  expect(await verified()).toMatchObject({ isValid: true, entries: await lastSeq() });
});

it('covers the others when one organization cannot be signed for', async () => {
  const { app, database } = await openOrganizationIn(service);
  const { [ACME]: refused, ...others } = await organizationIds({ database });
  await whileRefusing(service.database, 'audit_checkpoints', `organization_id <> '${refused}'`, async () => {
    await expect(app.checkpoints.coverAll(never)).rejects.toThrow(AggregateError);
  });
  expect(await sizes(refused)).toEqual([]);
  for (const id of Object.values(others)) expect(await sizes(id)).toEqual([await lastSeq(id)]);
  await app.checkpoints.coverAll(never);
  expect(await sizes(refused)).toEqual([await lastSeq(refused)]);
});

describe('a check of the chain', () => {
  it('is one for all who ask at once', async () => {
    const checks = createChainChecks(service.app.pool, service.app.checkpoints);
    const [one, other] = [checks.verify(organizationId), checks.verify(organizationId)];
    expect(one).toBe(other);
    expect(await one).toMatchObject({ verdict: 'VALID', fault: null });
    expect(checks.verify(organizationId)).not.toBe(one);
  });

  it('says how far it came in the time that there is, and calls nothing wrong that it did not read', async () => {
    const check = await createChainChecks(service.app.pool, service.app.checkpoints, NO_ARCHIVE, 0).verify(
      organizationId,
    );
    expect(check).toMatchObject({ verdict: 'UNFINISHED', entries: 0, fault: null });
  });
});

describe('a long chain', () => {
  it('is covered by several checkpoints, each of a bounded number of entries', async () => {
    const seq = await lastSeq();
    const more = CHECKPOINT_ENTRIES_MAX + 5_000;
    await readRows(
      service.database,
      `INSERT INTO svc.audit_entries
       SELECT organization_id, seq + n, at, kind, actor_type, actor_id, subject_type, subject_id, metadata, prev_hash,
         sha256(n::text::bytea)
       FROM svc.audit_entries, generate_series(1, $2::int) n WHERE organization_id = $1 AND seq = $3`,
      [organizationId, more, seq],
    );
    await readRows(service.database, 'UPDATE svc.organization_heads SET audit_seq = $2 WHERE organization_id = $1', [
      organizationId,
      seq + more,
    ]);
    const before = (await sizes()).at(-1) ?? 0;
    await service.app.checkpoints.coverAll(never);
    const after = await sizes();
    expect(after.slice(-2)).toEqual([before + CHECKPOINT_ENTRIES_MAX, seq + more]);
  });
});

describe('nothing is signed, and it is logged once', () => {
  it.each([
    ['shorter', 'UPDATE svc.organization_heads SET audit_seq = audit_seq - 1 WHERE organization_id = $1'],
    [
      'altered',
      `UPDATE svc.audit_checkpoint_heads SET frontier = set_byte(frontier, 0, get_byte(frontier, 0) # 1)
                 WHERE organization_id = $1`,
    ],
    ['shorter', `UPDATE svc.audit_checkpoint_heads SET size = size - 1 WHERE organization_id = $1`],
    [
      'altered',
      `UPDATE svc.audit_checkpoint_heads SET note = replace(note, 'svc/audit', 'svc/audio')
                 WHERE organization_id = $1`,
    ],
    [
      'gap',
      'DELETE FROM svc.audit_entries WHERE organization_id = $1 AND seq = (SELECT max(seq) FROM svc.audit_entries)',
    ],
  ])('%s: %s', async (reason, sql) => {
    const broken = await openOrganizationIn(service);
    const { checkpoints } = broken.app;
    const brokenBefore = await checkpoints.coverAll(never);
    const id = (await organizationIds(broken))[ACME] as string;
    await checkpoints.cover(id);
    const act = () => call(broken.baseUrl, '/v1/events', { body: PLAIN_ACTION });
    if (reason !== 'shorter') await act();
    await readRows(broken.database, sql, [id]);
    const count = async () => (await sizes(id)).length;
    const before = await count();
    expect(await checkpoints.coverAll(never)).toBe(brokenBefore + 1);
    await checkpoints.cover(id);
    expect(await count()).toBe(before);
    expect(broken.logged().split('no checkpoint is signed')).toHaveLength(2);
    expect(broken.logged()).toContain(`"reason":"${reason}"`);
  });
});

it('makes one key, however many processes want it first', async () => {
  await readRows(service.database, 'DELETE FROM svc.audit_signing_keys');
  await readRows(service.database, 'TRUNCATE svc.audit_checkpoints, svc.audit_checkpoint_heads');
  const vault = createVault([TEST_ENCRYPTION_KEY]);
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadSigningKey(service.app.pool, vault)));
  expect(new Set(keys.map(({ publicKey }) => publicKey.export({ format: 'jwk' }).x)).size).toBe(1);
  const [row] = await readRows(service.database, 'SELECT private_key, public_key FROM svc.audit_signing_keys');
  expect(row?.private_key).toMatch(/^v1\./);
});
