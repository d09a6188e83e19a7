/** GET /audit/{seq}/proof: each entry, under any checkpoint, is proven to be in the signed tree. */
import type { AuditProof } from '@svc/contract';
import { isIncluded } from '@svc/core/audit-tree';
import { readCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

const never = new AbortController().signal;
const proof = async (seq: number | string) => await member.call<AuditProof>(`/audit/${seq}/proof`);

it('proves every entry by the first checkpoint that covers it', async () => {
  for (const count of [1, 2, 5, 9, 30]) {
    await Promise.all(Array.from({ length: count }, () => call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })));
    await service.app.checkpoints.coverAll(never);
  }
  const entries = await readAuditEntries(service.database, 'Acme');
  const sizes = new Set<number>();
  for (const { seq, hash } of entries) {
    const { status, body } = await proof(seq);
    expect(status).toBe(200);
    expect(body).toMatchObject({ seq, hash, covered: { index: seq - 1 } });
    if (body.covered === null) throw new Error('not covered');
    const { size, root } = readCheckpoint(body.covered.checkpoint, readVerifierKey(body.covered.key));
    const path = body.covered.path.map((text) => Buffer.from(text, 'base64'));
    expect(size).toBe(body.covered.size);
    expect(isIncluded({ hash, index: body.covered.index, size, path, root })).toBe(true);
    sizes.add(size);
  }
  expect(sizes.size).toBe(5);
});

it('says of an entry that no checkpoint covers yet', async () => {
  await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
  const seq = (await readAuditEntries(service.database, 'Acme')).length;
  expect((await proof(seq)).body).toMatchObject({ seq, covered: null });
});

it.each(['0', '-1', '1.5', 'x', '99999', '9'.repeat(15), '9'.repeat(40)])('answers 404 for %s', async (seq) => {
  expect((await proof(seq)).status).toBe(404);
});
