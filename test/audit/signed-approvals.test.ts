// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: who can sign the chain still cannot make up a person's signature. Both verifiers refuse each forgery, and
 * count it. The chains are valid otherwise. It needs python3 and openssl.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditDraft } from '../../core/src/audit-chain/index.ts';
import { exportFolder, ours, theirs, type Verdict } from './both-verifiers.ts';
import {
  ALGORITHMS,
  approvalEntry,
  approvedChain,
  BEA,
  decisionEntry,
  digestOf,
  EVENT,
  keyEntry,
  makePasskey,
  type Order,
  OTHER_EVENT,
  PAGES,
  signatureOf,
} from './made-approvals.ts';
import { ORGANIZATION_ID } from './made-export.ts';
import { linkedExport } from './relinked.ts';
import { verifyInPython } from './verify-in-python.ts';

const folder = exportFolder();

const passkey = makePasskey('ES256');
const stranger = makePasskey('ES256');
const digest = digestOf(decisionEntry());
const [added, decided] = approvedChain(passkey) as [AuditDraft, AuditDraft, AuditDraft];
const signed = (order: Order = {}, by = passkey) => approvalEntry(signatureOf(by, digest, order));
const withParts = (parts: object) => approvalEntry({ ...signatureOf(passkey, digest), ...parts });
const encoded = (text: string) => Buffer.from(text).toString('base64url');

const GOOD: Readonly<Record<string, AuditDraft[]>> = {
  ...Object.fromEntries(ALGORITHMS.map((alg) => [alg, approvedChain(makePasskey(alg))])),
  'a grant as it was signed': approvedChain(passkey, { grant: { usesMax: 3 } }, { grant: { usesMax: 3 } }),
  'a relying party above the page': approvedChain(passkey, { rpId: 'example.com' }),
  'a page of this machine': approvedChain(passkey, { origin: 'http://localhost:8080', rpId: 'localhost' }),
  'two people': [
    added,
    keyEntry('added', stranger, BEA),
    decided,
    approvalEntry(signatureOf(passkey, digest), { kind: 'review.approval_added' }),
    approvalEntry(signatureOf(stranger, digest, { by: BEA, nonce: encoded('b') }), { by: BEA }),
  ],
  'a key that was removed later': [...approvedChain(passkey), keyEntry('removed', passkey)],
  'a key of which another entry tells more': [
    added,
    { ...keyEntry('removed', passkey), kind: 'member.signing_key_used' },
    decided,
    signed(),
  ],
  'a key that was added again': [added, keyEntry('removed', passkey), added, decided, signed()],
};

const FORGERIES: Readonly<Record<string, AuditDraft[]>> = {
  'a key that no one added': [decided, signed()],
  'a key that was added later': [decided, signed(), added],
  'a key of another person': [keyEntry('added', passkey, BEA), decided, signed()],
  'a key that was removed before': [added, keyEntry('removed', passkey), decided, signed()],
  'the key of a stranger': [added, decided, signed({}, stranger)],
  'the name of the right key beside the signature of another': [
    added,
    decided,
    approvalEntry({ ...signatureOf(stranger, digest), publicKey: passkey.der.toString('base64url') }),
  ],
  'the statement of another event': [added, decided, signed({ event: OTHER_EVENT })],
  'the statement of another act': [added, decided, signed({ digest: digestOf(decisionEntry(OTHER_EVENT)) })],
  'the statement of another person': [added, decided, signed({ by: BEA })],
  'the statement of another organization': [
    added,
    decided,
    signed({ organization: ORGANIZATION_ID.replace(/1$/, '9') }),
  ],
  'another person as the one who approved': [added, decided, approvalEntry(signatureOf(passkey, digest), { by: BEA })],
  'another digest in the entry': [
    added,
    decided,
    approvalEntry(signatureOf(passkey, digestOf(decisionEntry(OTHER_EVENT))), {
      digest: digestOf(decisionEntry(OTHER_EVENT)),
    }),
  ],
  'no digest in the entry': [added, decided, approvalEntry(signatureOf(passkey, 'null'), { digest: null })],
  'an event that was never decided': [added, signed()],
  'an event that did not wait': [added, decisionEntry(EVENT, 'ALLOW'), signed()],
  'an event that was decided again, and did not wait': [added, decided, decisionEntry(EVENT, 'ALLOW'), signed()],
  'a key that was added in a list': [
    { ...added, metadata: { keyThumbprint: [passkey.thumbprint] } },
    decided,
    signed(),
  ],
  'a grant that was not signed': approvedChain(passkey, {}, { grant: { usesMax: 3 } }),
  'a grant that was left out': approvedChain(passkey, { grant: { usesMax: 3 } }),
  'no user verification': approvedChain(passkey, { flags: 0x01 }),
  'no user presence': approvedChain(passkey, { flags: 0x04 }),
  'another relying party': approvedChain(passkey, { rpId: 'evil.example' }),
  'the last label as relying party': approvedChain(passkey, { rpId: 'com' }),
  'a page inside of another one': approvedChain(passkey, { client: { crossOrigin: true } }),
  'an origin that is none': approvedChain(passkey, { origin: 'HTTPS://svc.example.com/' }),
  'the type of a registration': approvedChain(passkey, { type: 'webauthn.create' }),
  'a challenge of their own': approvedChain(passkey, { client: { challenge: encoded('x') } }),
  'a statement that was over': approvedChain(passkey, { expiresAt: decided.at }),
  'an end that is no moment': approvedChain(passkey, { expiresAt: 'never' }),
  'another nonce': [added, decided, withParts({ nonce: encoded('other') })],
  'another end': [added, decided, withParts({ expiresAt: '2099-01-01T00:00:00.000Z' })],
  'another algorithm': [added, decided, withParts({ alg: 'RS256' })],
  'data of the authenticator that are cut': [added, decided, withParts({ authenticatorData: encoded('short') })],
  'client data that are no JSON': [added, decided, withParts({ clientDataJSON: encoded('{') })],
  'an empty signature': [added, decided, withParts({ signature: '' })],
  'base64 of another kind': [added, decided, withParts({ signature: 'ab+/' })],
  'a member more': [added, decided, withParts({ more: '' })],
  'a text in place of a signature': [added, decided, approvalEntry('signed')],
  'a statement that was signed before': [
    added,
    decided,
    ...['review.approval_added', 'review.approved'].map((kind) =>
      approvalEntry(signatureOf(passkey, digest), { kind }),
    ),
  ],
};

describe('both verifiers', () => {
  const names = [...Object.keys(GOOD), ...Object.keys(FORGERIES)];
  const texts = [...Object.values(GOOD), ...Object.values(FORGERIES)].map(linkedExport);
  let verdicts: Verdict[];
  beforeAll(() => {
    verdicts = theirs(folder(), texts);
  });

  it.each(Object.keys(GOOD))('take %s', (name) => {
    const index = names.indexOf(name);
    const count = name === 'two people' ? 2 : 1;
    const counts = { valid: true, signed: count, verified: count, failed: 0 };
    expect([ours(texts[index] ?? ''), verdicts[index]]).toMatchObject([counts, counts]);
  });

  it.each(Object.keys(FORGERIES))('refuse %s', (name) => {
    const index = names.indexOf(name);
    const own = ours(texts[index] ?? '');
    const isSecond = name === 'a statement that was signed before';
    expect(own).toMatchObject({ valid: false, code: 'wrong_signature', failed: 1, verified: isSecond ? 1 : 0 });
    const { line, signed: count, verified, failed } = own;
    expect(verdicts[index]).toMatchObject({ valid: false, line, signed: count, verified, failed });
  });
});

it('hold a signature to the pages that are named', () => {
  const text = linkedExport(approvedChain(passkey));
  expect(ours(text, PAGES)).toMatchObject({ valid: true, verified: 1 });
  expect(ours(text, 'https://evil.example')).toMatchObject({ valid: false, code: 'wrong_signature', failed: 1 });
  const file = join(folder(), 'named');
  writeFileSync(file, text);
  const run = (origin: string) => verifyInPython([file, '--origin', origin]);
  expect(run(PAGES)).toContain('Signed approvals: 1, verified 1, failed 0');
  expect(() => run('https://evil.example')).toThrow(/status|Command failed/);
});

it('count signatures that fail, and go on', () => {
  const second = decisionEntry(OTHER_EVENT);
  const good = signatureOf(passkey, digestOf(second), { event: OTHER_EVENT });
  const text = linkedExport([added, decided, signed({ by: BEA }), second, approvalEntry(good, { on: OTHER_EVENT })]);
  expect(ours(text)).toMatchObject({ valid: false, line: 4, signed: 2, verified: 1, failed: 1 });
  expect(theirs(folder(), [text])).toMatchObject([{ valid: false, line: 4, signed: 2, verified: 1, failed: 1 }]);
  const { signature: _signature, ...plain } = signed().metadata;
  expect(ours(linkedExport([added, decided, { ...signed(), metadata: plain }]))).toMatchObject({
    valid: true,
    signed: 0,
  });
});
