// SPDX-License-Identifier: Apache-2.0
/** GET /audit/{seq} has an entry whole; no list, export or check holds many long entries at once. */
import { type AuditItem, type AuditList, type AuditVerification, LISTED_METADATA_BYTES_MAX } from '@svc/contract';
import { verifyExport } from '@svc/core/audit-export';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUDIT_PIECE_BYTES_MAX } from '#harness/bounds';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { openExport } from '../../../../record/audit/index.ts';

const LONG_ENTRIES = 20;

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  member = await signIn(service.baseUrl, PEOPLE.member);
  const agentIds = Array.from({ length: 4_500 }, (_, at) => `agent-${String(at).padStart(30, '0')}`);
  for (let at = 0; at < LONG_ENTRIES; at += 1) {
    const policy = { name: `long ${at}`, action: 'READ', decision: 'BLOCK', condition: { agentIds } };
    const applied = await call(service.baseUrl, '/v1/policies/apply', { body: { policies: [policy] } });
    expect(applied.status).toBe(200);
  }
});
afterAll(() => service.stop());

const read = (seq: number | string) => member.call<AuditItem>(`/audit/${seq}`);

it('shows an entry with all its metadata, of which a list leaves long ones out', async () => {
  const { body: list } = await member.call<AuditList>('/audit?limit=200');
  const entries = await readAuditEntries(service.database, ACME);
  expect(list.items).toHaveLength(entries.length);
  expect(JSON.stringify(list).length).toBeLessThan(200 * LISTED_METADATA_BYTES_MAX);
  expect(list.items.filter(({ metadata }) => metadata === null)).toHaveLength(LONG_ENTRIES);
  for (const item of list.items) {
    const { status, body } = await read(item.seq);
    expect(status).toBe(200);
    const { metadata } = entries[item.seq - 1] ?? {};
    expect(body).toEqual({ ...item, metadata });
    if (item.metadata !== null) expect(item.metadata).toEqual(metadata);
  }
});

it('is exported and checked in pages of bounded bytes, whole', async () => {
  const { checkpoints, pool } = service.app;
  const [{ organization_id: id } = { organization_id: '' }] = await readRows(
    service.database,
    `SELECT organization_id FROM svc.organizations WHERE name = '${ACME}'`,
  );
  const { pieces, lastSeq } = await openExport(pool, checkpoints, id);
  const verifier = verifyExport({ key: await checkpoints.verifierKey(id), since: null });
  let count = 0;
  for await (const piece of pieces()) {
    expect(Buffer.byteLength(piece)).toBeLessThan(AUDIT_PIECE_BYTES_MAX);
    verifier.push(Buffer.from(piece));
    count += 1;
  }
  expect(verifier.end()).toMatchObject({ isValid: true, entries: lastSeq });
  expect(count).toBeGreaterThan(LONG_ENTRIES / 8);
  const { body } = await member.call<AuditVerification>('/audit/verify');
  expect(body).toMatchObject({ verdict: 'VALID', entries: lastSeq });
});

it.each(['0', '-1', '1.5', 'x', '99999', '9'.repeat(15), '9'.repeat(40)])('answers 404 for %s', async (seq) => {
  expect((await read(seq)).status).toBe(404);
});
