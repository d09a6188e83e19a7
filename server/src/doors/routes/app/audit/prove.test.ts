// SPDX-License-Identifier: Apache-2.0
/** GET /audit/{seq}/proof: each entry, under any checkpoint, is proven to be in the signed tree. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AuditProof } from '@svc/contract';
import { isIncluded } from '@svc/core/audit-tree';
import { readCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
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
  const entries = await readAuditEntries(service.database, ACME);
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

it('answers in the form that the format page describes, which is enough to check a proof', async () => {
  await service.app.checkpoints.coverAll(never);
  const page = readFileSync(new URL('../../../../../../docs/reference/audit-export.md', import.meta.url), 'utf8');
  const [, example = ''] = /```json\n(\{"seq":\d+,"hash".*\})\n```/.exec(page) ?? [];
  const described = JSON.parse(example) as AuditProof & { covered: object };
  const { body } = await proof(3);
  expect(Object.keys(body)).toEqual(Object.keys(described));
  if (body.covered === null) throw new Error('not covered');
  expect(Object.keys(body.covered)).toEqual(Object.keys(described.covered));
  // RFC 9162, section 2.1.3.2, by the words of the page and with nothing of ours.
  const sha256 = (...parts: (Buffer | number[])[]) =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest();
  let [node, last] = [body.covered.index, body.covered.size - 1];
  let root = sha256([0], Buffer.from(body.hash, 'hex'));
  for (const text of body.covered.path) {
    const sibling = Buffer.from(text, 'base64');
    if (node % 2 === 1 || node === last) {
      root = sha256([1], sibling, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [node >> 1, last >> 1];
    } else root = sha256([1], root, sibling);
    [node, last] = [node >> 1, last >> 1];
  }
  const [name, size, signedRoot] = body.covered.checkpoint.split('\n');
  expect({ name, size, signedRoot, last }).toEqual({
    name: body.covered.key.split('+', 1)[0],
    size: String(body.covered.size),
    signedRoot: root.toString('base64'),
    last: 0,
  });
});

it('says of an entry that no checkpoint covers yet', async () => {
  await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
  const seq = (await readAuditEntries(service.database, ACME)).length;
  expect((await proof(seq)).body).toMatchObject({ seq, covered: null });
});

it.each(['0', '-1', '1.5', 'x', '99999', '9'.repeat(15), '9'.repeat(40)])('answers 404 for %s', async (seq) => {
  expect((await proof(seq)).status).toBe(404);
});
