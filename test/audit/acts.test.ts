// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: no valid chain shows an act that ran without being allowed, one that ran twice, or a review with too few
 * approvals. Both verifiers refuse each, at the same line.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkActs } from '../../core/src/act-trail/index.ts';
import { type AuditDraft, EMPTY_CHAIN, linkEntries } from '../../core/src/audit-chain/index.ts';
import type { JsonObject, JsonValue } from '../../core/src/canonical-json/index.ts';
import { exportFolder, ours, theirs, type Verdict } from './both-verifiers.ts';
import {
  approvalEntry,
  BEA,
  decisionEntry,
  digestOf,
  EVENT,
  keyEntry,
  makePasskey,
  OTHER_EVENT,
  signatureOf,
} from './made-approvals.ts';
import { linkedExport, withDigest } from './relinked.ts';

const folder = exportFolder();
const [ana, bea] = [makePasskey('ES256'), makePasskey('EdDSA')];
const ANA = approvalEntry(null).actor.id;

const decided = (metadata: JsonObject, decision = 'REVIEW', on = EVENT): AuditDraft => {
  const draft = decisionEntry(on, decision);
  return withDigest({ ...draft, metadata: { ...draft.metadata, ...metadata } });
};
const allowed = decided({}, 'ALLOW');
const asked = decided({});
const twoPeople = decided({ approvals: { count: 2, signed: false } });
const twoSign = decided({ approvals: { count: 2, signed: true } });

const redeemed = (of: AuditDraft = allowed, digest: JsonValue = digestOf(of)): AuditDraft => ({
  ...of,
  kind: 'redemption.made',
  metadata: { actionDigest: digest, grantId: null },
});
const ended = (how: string): AuditDraft => ({ ...asked, kind: `review.${how}`, metadata: {} });
/** @param earlier the last approval, with those before it by the number of their entry */
const approval = (by: string, earlier?: JsonValue, more: JsonObject = {}, on = asked): AuditDraft => {
  const entry = approvalEntry(null, { by, kind: earlier === undefined ? 'review.approval_added' : 'review.approved' });
  const { signature: _signature, ...metadata } = entry.metadata;
  const told = earlier === undefined ? { needed: 2 } : earlier === null ? {} : { earlier };
  return { ...entry, subject: on.subject, metadata: { ...metadata, actionDigest: digestOf(on), ...told, ...more } };
};
const last = approval;
const added = (by: string, more: JsonObject = {}) => approval(by, undefined, more);
const before = (...people: [seq: JsonValue, accountId: JsonValue][]): JsonValue =>
  people.map(([seq, accountId]) => ({ seq, accountId }));

const signedBy = (passkey: typeof ana, by: string) => ({ signature: signatureOf(passkey, digestOf(asked), { by }) });
const nonce = (text: string) => Buffer.from(text).toString('base64url');
const signedByBea = { signature: signatureOf(bea, digestOf(asked), { by: BEA, nonce: nonce('b') }) };
const keys = [keyEntry('added', ana), keyEntry('added', bea, BEA)];

const GOOD: Readonly<Record<string, { chain: AuditDraft[]; quorums?: number; redemptions?: number }>> = {
  'an allowed act that was redeemed': { chain: [allowed, redeemed()], redemptions: 1 },
  'an allowed act that was not redeemed': { chain: [allowed] },
  'an act that ran at once': { chain: [decided({ redeemed: true }, 'ALLOW')] },
  'an approved act that was redeemed': { chain: [asked, last(ANA, null), redeemed(asked)], redemptions: 1 },
  'two acts, in another order': {
    chain: [allowed, decided({}, 'ALLOW', OTHER_EVENT), redeemed(decided({}, 'ALLOW', OTHER_EVENT)), redeemed()],
    redemptions: 2,
  },
  'two people': { chain: [twoPeople, added(ANA), last(BEA, before([2, ANA]))], quorums: 1 },
  'two people who redeem': {
    chain: [twoPeople, added(ANA), last(BEA, before([2, ANA])), redeemed(asked)],
    quorums: 1,
    redemptions: 1,
  },
  'three where two are enough': {
    chain: [twoPeople, added(ANA), added('carla'), last(BEA, before([2, ANA], [3, 'carla']))],
    quorums: 1,
  },
  'two after one who left': { chain: [twoPeople, added('carla'), added(ANA), last(BEA, before([3, ANA]))], quorums: 1 },
  'two people who sign': {
    chain: [...keys, twoSign, added(ANA, signedBy(ana, ANA)), last(BEA, before([4, ANA]), signedByBea)],
    quorums: 1,
  },
  'two people, as older builds told it': { chain: [asked, added(ANA), last(BEA, before([2, ANA]))], quorums: 1 },
  'a review of an older build, without a digest': {
    chain: [{ ...asked, metadata: { decision: 'REVIEW' } }, approval(ANA, null, { actionDigest: null }, asked)],
  },
};

const BAD_REDEMPTIONS: Readonly<Record<string, AuditDraft[]>> = {
  'of an act that no one asked for': [redeemed()],
  'of a blocked act': [decided({}, 'BLOCK'), redeemed()],
  'of an act that waits': [asked, redeemed(asked)],
  'of a denied act': [asked, ended('denied'), redeemed(asked)],
  'of an act whose review is over': [asked, ended('expired'), last(ANA, null), redeemed(asked)],
  'that comes twice': [allowed, redeemed(), redeemed()],
  'of an act that ran at once': [decided({ redeemed: true }, 'ALLOW'), redeemed()],
  'of another act': [allowed, redeemed(allowed, digestOf(decided({}, 'ALLOW', OTHER_EVENT)))],
  'of another event': [allowed, redeemed(decided({}, 'ALLOW', OTHER_EVENT), digestOf(allowed))],
  'without a digest': [allowed, redeemed(allowed, null)],
  'with a list in place of a digest': [allowed, redeemed(allowed, [digestOf(allowed)])],
  'before the decision': [redeemed(), allowed],
  'of an act of which another one was approved': [
    asked,
    last(ANA, null, { actionDigest: digestOf(decided({}, 'REVIEW', OTHER_EVENT)) }),
    redeemed(asked),
  ],
  'after a second approval of what was redeemed': [
    asked,
    last(ANA, null),
    redeemed(asked),
    last(BEA, null),
    redeemed(asked),
  ],
};

const BAD_QUORUMS: Readonly<Record<string, AuditDraft[]>> = {
  'one of two': [twoPeople, last(ANA, null)],
  'an empty list': [twoPeople, last(ANA, [])],
  'two of three': [decided({ approvals: { count: 3 } }), added(ANA), last(BEA, before([2, ANA]))],
  'one person twice': [twoPeople, added(ANA), last(ANA, before([2, ANA]))],
  'one person twice before the last': [twoPeople, added(ANA), added(ANA), last(BEA, before([2, ANA], [3, ANA]))],
  'one approval twice': [twoPeople, added(ANA), last(BEA, before([2, ANA], [2, ANA]))],
  'an approval that no one gave': [twoPeople, last(BEA, before([2, ANA]))],
  'an approval in the name of another': [twoPeople, added(ANA), last(BEA, before([2, 'carla']))],
  'an approval of another review': [
    decided({}, 'REVIEW', OTHER_EVENT),
    approval(ANA, undefined, {}, decided({}, 'REVIEW', OTHER_EVENT)),
    twoPeople,
    last(BEA, before([2, ANA])),
  ],
  'an approval of another act': [
    twoPeople,
    added(ANA, { actionDigest: digestOf(decided({}, 'REVIEW', OTHER_EVENT)) }),
    last(BEA, before([2, ANA])),
  ],
  'an approval from before the act was asked for again': [
    twoPeople,
    added(ANA),
    twoPeople,
    last(BEA, before([2, ANA])),
  ],
  'too few, as older builds told it': [asked, added(ANA), last(BEA, null)],
  'a list of other things': [twoPeople, added(ANA), last(BEA, [2])],
  'a text in place of the list': [twoPeople, added(ANA), last(BEA, 'two')],
  'a number that is none': [twoPeople, added(ANA), last(BEA, before(['2', ANA]))],
  'a part of a number': [twoPeople, added(ANA), last(BEA, before([2.5, ANA]))],
  'people before it of no review': [last(BEA, before([1, ANA]))],
  'the last without a signature': [...keys, twoSign, added(ANA, signedBy(ana, ANA)), last(BEA, before([4, ANA]))],
  'the first without a signature': [...keys, twoSign, added(ANA), last(BEA, before([4, ANA]), signedByBea)],
};

const CHAINS = [
  ...Object.values(GOOD).map(({ chain }) => chain),
  ...Object.values(BAD_REDEMPTIONS),
  ...Object.values(BAD_QUORUMS),
];
const NAMES = [...Object.keys(GOOD), ...Object.keys(BAD_REDEMPTIONS), ...Object.keys(BAD_QUORUMS)];

describe('both verifiers', () => {
  const texts = CHAINS.map(linkedExport);
  let verdicts: Verdict[];
  beforeAll(() => {
    verdicts = theirs(folder(), texts);
  });
  const verdictsOn = (name: string) => {
    const index = NAMES.indexOf(name);
    return { own: ours(texts[index] ?? ''), second: verdicts[index] };
  };

  it.each(Object.entries(GOOD))('take %s', (name, { quorums = 0, redemptions = 0 }) => {
    const { own, second } = verdictsOn(name);
    expect([own, second]).toMatchObject(Array.from({ length: 2 }, () => ({ valid: true, quorums, redemptions })));
  });

  it.each(Object.keys(BAD_REDEMPTIONS))('refuse a redemption %s', (name) => {
    const { own, second } = verdictsOn(name);
    expect(own).toMatchObject({ valid: false, code: 'wrong_redemption' });
    const { line, redemptions } = own;
    expect(second).toMatchObject({ valid: false, line, redemptions });
  });

  it.each(Object.keys(BAD_QUORUMS))('refuse an approval by %s', (name) => {
    const { own, second } = verdictsOn(name);
    expect(own).toMatchObject({ valid: false, code: 'wrong_quorum', quorums: 0 });
    expect(second).toMatchObject({ valid: false, line: own.line, quorums: 0 });
  });
});

it('keep acts of 31 days, and those of before as far as there is room', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 86_400_000).toISOString();
  const acts = [0, 1, 31, 33].map((number) => ({
    ...decided({}, 'ALLOW', `${EVENT.slice(0, -2)}${number + 10}`),
    at: day(number),
  }));
  const chain = [...acts, ...acts.map((act) => ({ ...redeemed(act), at: day(33) }))];
  const faultsWith = (kept: number) => {
    const check = checkActs({ origin: null, kept });
    return linkEntries(EMPTY_CHAIN, chain)
      .entries.map((entry) => check.read(entry)?.code ?? null)
      .slice(acts.length);
  };
  expect(faultsWith(4)).toEqual([null, null, null, null]);
  expect(faultsWith(3)).toEqual(['wrong_redemption', null, null, null]);
  // The second one is 32 days older than the newest, the third one two.
  expect(faultsWith(1)).toEqual(['wrong_redemption', 'wrong_redemption', null, null]);
});
