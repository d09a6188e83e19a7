// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: any holder of the public key or of one earlier checkpoint finds tampering by the database's owner, as the
 * table says. It runs on a real database, by the service's own export, with SVC_TEST_ATTACKS trials each: a few by
 * default, 100 in `npm run test:chaos`. CHAOS_SEED repeats a run.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import {
  ACME,
  call,
  GLOBEX,
  GLOBEX_KEY,
  openOrganization,
  PLAIN_ACTION,
  TEST_ENCRYPTION_KEY,
  type TestService,
} from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import type { AuditDraft, AuditEntry } from '../../core/src/audit-chain/index.ts';
import { type ExportVerification, verifyExport } from '../../core/src/audit-export/index.ts';
import { createVault } from '../../server/src/platform/vault/index.ts';
import { type Checkpoints, createCheckpoints, openExport } from '../../server/src/record/audit/index.ts';
import { type Random, seededRandom } from '../chaos/random.ts';
import { openTampered, type TamperedDatabase } from './tampered-database.ts';

const TRIALS = Number(process.env.SVC_TEST_ATTACKS ?? amount(8, 20));
const EVENTS = 30;

let service: TestService;
let database: TamperedDatabase;
let acme: string;
let globex: string;
let trustedKey: string;
/** Checkpoints of Acme that an outsider kept, in order. */
let kept: { size: number; note: string }[];
const random = seededRandom('attacks on the audit');

beforeAll(async () => {
  service = await openOrganization();
  const rows = await readRows(service.database, 'SELECT name, organization_id FROM svc.organizations');
  acme = rows.find(({ name }) => name === ACME)?.organization_id;
  globex = rows.find(({ name }) => name === GLOBEX)?.organization_id;
  for (let count = 0; count < EVENTS; count += 1) {
    await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
    if (count % 3 === 0)
      await call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body: { ...PLAIN_ACTION, resource: 'customers' } });
    if (count % 5 === 0) await service.app.checkpoints.coverAll(new AbortController().signal);
  }
  trustedKey = await service.app.checkpoints.verifierKey(acme);
  kept = await readRows<{ size: number; note: string }>(
    service.database,
    'SELECT size::int, note FROM svc.audit_checkpoints WHERE organization_id = $1 ORDER BY size',
    [acme],
  );
  database = await openTampered(service.database);
});
afterAll(async () => {
  await database.close();
  await service.stop();
});

/** A process that has just started remembers nothing of its earlier signatures. */
function restarted(): Checkpoints {
  return createCheckpoints(service.app.pool, createVault([TEST_ENCRYPTION_KEY]), { error: () => {} });
}

async function verify(since: string | null): Promise<ExportVerification> {
  const verifier = verifyExport({ key: trustedKey, since });
  const { pieces } = await openExport(service.app.pool, restarted(), acme);
  for await (const piece of pieces()) verifier.push(Buffer.from(piece));
  return verifier.end();
}

const entriesOf = (id: string): readonly AuditEntry[] => database.saved.get(id) ?? [];
const anySeq = () => random.between(1, entriesOf(acme).length);
const lastKept = () => kept.at(-1) as (typeof kept)[number];
/** A sequence number outside of every chain. */
const ASIDE = 900_000_000;
const ENTRY = 'WHERE organization_id = $1 AND seq = $2';

/** The place of the first wrong entry; `within`: somewhere from the checkpoint before it to the entry after. */
interface Tampered {
  seq: number;
  precision: 'exact' | 'within' | 'anywhere';
}

interface Attack {
  name: string;
  /** The knowledge of the verifier besides the export and the public key. */
  given: 'nothing more' | 'an earlier checkpoint';
  tamper(random: Random): Promise<Tampered & { since?: string }>;
}

const EDITS = [
  `kind = kind || 'x'`,
  `actor_id = actor_id || '0'`,
  `subject_id = upper(subject_id || 'a')`,
  `subject_type = 'policy2'`,
  `at = at + interval '1 millisecond'`,
  `at = at + interval '1 microsecond'`,
  `metadata = '{}'`,
  `metadata = (metadata::text || ' ')::json`,
  `metadata = replace(metadata::text, '{', '{"a":1,')::json`,
  `prev_hash = sha256(prev_hash)`,
  `hash = sha256(hash)`,
];

/** Drafts of the original chain, with one changed entry. */
function draftsWithEdit(seq: number, entries: readonly AuditEntry[] = entriesOf(acme)): AuditDraft[] {
  return entries.map((entry) =>
    entry.seq === seq ? { ...entry, metadata: { ...entry.metadata, riskScore: 1 } } : entry,
  );
}

const ATTACKS: readonly Attack[] = [
  {
    name: 'an entry is edited',
    given: 'nothing more',
    async tamper() {
      const seq = anySeq();
      await database.query(`UPDATE svc.audit_entries SET ${random.pick(EDITS)} ${ENTRY}`, [acme, seq]);
      return { seq, precision: 'exact' };
    },
  },
  {
    name: 'an entry is deleted, and the numbers after it closed up or not',
    given: 'nothing more',
    async tamper() {
      const seq = anySeq();
      await database.query(`DELETE FROM svc.audit_entries ${ENTRY}`, [acme, seq]);
      if (random.chance(0.5)) await shift(seq, -1);
      return { seq, precision: 'within' };
    },
  },
  {
    name: 'an entry is inserted, linked and hashed as it should be',
    given: 'nothing more',
    async tamper() {
      const seq = random.between(2, entriesOf(acme).length);
      await shift(seq - 1, 1);
      await database.query(
        `INSERT INTO svc.audit_entries
         SELECT organization_id, $2::bigint, at, kind, actor_type, actor_id, subject_type, $3, metadata, hash, sha256(hash)
         FROM svc.audit_entries WHERE organization_id = $1 AND seq = $2::bigint - 1`,
        [acme, seq, `forged ${seq}`],
      );
      return { seq, precision: 'within' };
    },
  },
  {
    name: 'two entries are exchanged',
    given: 'nothing more',
    async tamper() {
      const one = random.between(1, entriesOf(acme).length - 1);
      const other = random.between(one + 1, entriesOf(acme).length);
      for (const [from, to] of [
        [one, ASIDE],
        [other, one],
        [ASIDE, other],
      ] as const)
        await renumber(from, to);
      return { seq: one, precision: 'exact' };
    },
  },
  {
    name: 'an entry is exchanged with one of another organization',
    given: 'nothing more',
    async tamper() {
      const seq = random.between(1, entriesOf(globex).length);
      await database.query(`UPDATE svc.audit_entries SET seq = ${ASIDE} ${ENTRY}`, [acme, seq]);
      await database.query(`UPDATE svc.audit_entries SET organization_id = $3 ${ENTRY}`, [globex, seq, acme]);
      await database.query(`UPDATE svc.audit_entries SET organization_id = $1, seq = $2 WHERE seq = ${ASIDE}`, [
        globex,
        seq,
      ]);
      return { seq, precision: 'exact' };
    },
  },
  {
    name: 'the tail is cut off, with the checkpoints over it and all that counts',
    given: 'an earlier checkpoint',
    async tamper() {
      const { size } = random.pick(kept.slice(0, -1));
      await database.goBackTo(acme, size);
      return { seq: size + 1, precision: 'exact' };
    },
  },
  {
    name: 'the owner of the database hashes everything again, without the signing key',
    given: 'nothing more',
    async tamper() {
      const seq = random.between(1, lastKept().size);
      await database.rewrite(acme, draftsWithEdit(seq));
      if (random.chance(0.5)) await dropCheckpointsBut(random.pick(kept.filter(({ size }) => size >= seq)).size);
      return { seq, precision: 'within' };
    },
  },
  {
    name: 'the same by one who holds the signing key too, and signs it all again',
    given: 'an earlier checkpoint',
    async tamper() {
      const since = random.pick(kept);
      const seq = random.between(1, since.size);
      await database.rewrite(acme, draftsWithEdit(seq));
      await database.forgetCheckpoints(acme);
      return { seq, precision: 'anywhere', since: since.note };
    },
  },
  {
    name: 'an older backup is restored, and work goes on from there',
    given: 'an earlier checkpoint',
    async tamper() {
      const { size } = random.pick(kept.slice(0, -1));
      const before = entriesOf(acme).slice(0, size);
      const more = Array.from({ length: random.between(0, 2 * EVENTS) }, (_, index) => ({
        ...(before[0] as AuditEntry),
        metadata: { after: 'restore', index },
      }));
      await database.rewrite(acme, [...before, ...more]);
      await database.takeBackCheckpoints(acme, size);
      return { seq: size + 1, precision: 'anywhere' };
    },
  },
];

async function shift(after: number, by: number): Promise<void> {
  // In two steps, since numbers must be unique at every moment.
  await database.query('UPDATE svc.audit_entries SET seq = seq + 1000000 WHERE organization_id = $1 AND seq > $2', [
    acme,
    after,
  ]);
  await database.query(
    'UPDATE svc.audit_entries SET seq = seq - 1000000 + $2 WHERE organization_id = $1 AND seq > 1000000',
    [acme, by],
  );
}

async function renumber(from: number, to: number): Promise<void> {
  await database.query(`UPDATE svc.audit_entries SET seq = $3 ${ENTRY}`, [acme, from, to]);
}

/** An attacker who cannot sign can at least delete the checkpoints that do not fit. */
async function dropCheckpointsBut(size: number): Promise<void> {
  await database.query('DELETE FROM svc.audit_checkpoints WHERE organization_id = $1 AND size <> $2', [acme, size]);
}

it('accepts the chain that nobody has touched, also with every checkpoint that was kept', async () => {
  for (const since of [null, ...kept.map(({ note }) => note)]) {
    expect(await verify(since)).toMatchObject({ isValid: true, entries: entriesOf(acme).length });
    await database.restore();
  }
});

describe.each(ATTACKS)('$name (given $given)', ({ given, tamper }) => {
  it(`is found in each of ${TRIALS} trials`, async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      await database.restore();
      const { seq, precision, since = lastKept().note } = await tamper(random);
      const { isValid, fault } = await verify(given === 'nothing more' ? null : since);
      const at = `trial ${trial}, seed ${random.seed}, entry ${seq}: ${JSON.stringify(fault)}`;
      expect(isValid, at).toBe(false);
      if (precision === 'exact') expect(fault?.seq, at).toBe(seq);
      if (precision === 'within') {
        const covered = kept.filter(({ size }) => size < seq).at(-1)?.size ?? 0;
        expect(fault?.seq, at).toBeLessThanOrEqual(seq + 1);
        expect(fault?.seq, at).toBeGreaterThan(given === 'nothing more' ? 0 : covered);
      }
    }
    await database.restore();
  });
});

it('shows why the key alone is not enough: what was signed again is valid without an earlier checkpoint', async () => {
  await database.restore();
  await database.rewrite(acme, draftsWithEdit(3));
  await database.forgetCheckpoints(acme);
  expect(await verify(null)).toMatchObject({ isValid: true, fault: null });
  await database.restore();
});
