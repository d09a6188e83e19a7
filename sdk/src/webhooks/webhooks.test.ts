// SPDX-License-Identifier: Apache-2.0
/** Deliveries with the service's signature are accepted; all others are refused. */
import { signDelivery } from '@svc/core/signature';
import { expect, it } from 'vitest';
import { verifyWebhook } from './index.ts';

const SECRET = 'whsec_0123456789abcdef0123456789abcdef';
const BODY = '{"id":"d1","type":"BLOCK","text":"ação"}';
const AT_SECONDS = 1_800_000_000;
const NOW = new Date(AT_SECONDS * 1_000);
const HEADER = signDelivery(SECRET, AT_SECONDS, BODY);

it('takes a delivery of the service, as text and as bytes', () => {
  expect(verifyWebhook(BODY, HEADER, SECRET, { now: NOW })).toBe(true);
  expect(verifyWebhook(new TextEncoder().encode(BODY), HEADER, SECRET, { now: NOW })).toBe(true);
});

it('takes either of two secrets while one is being replaced', () => {
  expect(verifyWebhook(BODY, HEADER, ['whsec_new', SECRET], { now: NOW })).toBe(true);
  expect(verifyWebhook(BODY, HEADER, [SECRET, 'whsec_new'], { now: NOW })).toBe(true);
  expect(verifyWebhook(BODY, HEADER, ['whsec_new', 'whsec_newer'], { now: NOW })).toBe(false);
});

it.each([
  ['another body', `${BODY} `, HEADER, SECRET],
  ['another secret', BODY, HEADER, `${SECRET}x`],
  ['the secret without its prefix', BODY, HEADER, SECRET.slice('whsec_'.length)],
  ['no secret', BODY, HEADER, []],
  ['an empty secret, with which anybody can sign', BODY, signEmpty(), ''],
  ['a secret that is not set', BODY, HEADER, [undefined as unknown as string]],
  ['no header', BODY, undefined, SECRET],
  ['an empty header', BODY, '', SECRET],
  ['two headers', BODY, [HEADER, HEADER], SECRET],
  ['two digests', BODY, `${HEADER},v1=${'0'.repeat(64)}`, SECRET],
  ['a digest in upper case', BODY, HEADER.toUpperCase().replace('T=', 't=').replace('V1=', 'v1='), SECRET],
  ['another timestamp', BODY, HEADER.replace(String(AT_SECONDS), String(AT_SECONDS + 1)), SECRET],
  ['a timestamp with a sign', BODY, HEADER.replace('t=', 't=+'), SECRET],
  ['a line break after it', BODY, `${HEADER}\n`, SECRET],
])('refuses %s', (_what, body, header, secrets) => {
  expect(verifyWebhook(body, header, secrets, { now: NOW })).toBe(false);
});

function signEmpty(): string {
  return signDelivery('', AT_SECONDS, BODY);
}

it.each([
  [300, true],
  [-300, true],
  [301, false],
  [-301, false],
])('compares the clocks in both directions: %i seconds apart is %s', (seconds, isTaken) => {
  const now = new Date((AT_SECONDS + seconds) * 1_000);
  expect(verifyWebhook(BODY, HEADER, SECRET, { now })).toBe(isTaken);
});

it('takes a tolerance of the caller, and refuses everything by one that is no number', () => {
  const now = new Date((AT_SECONDS + 20) * 1_000);
  expect(verifyWebhook(BODY, HEADER, SECRET, { now, toleranceSeconds: 10 })).toBe(false);
  expect(verifyWebhook(BODY, HEADER, SECRET, { now, toleranceSeconds: 30 })).toBe(true);
  expect(verifyWebhook(BODY, HEADER, SECRET, { now: NOW, toleranceSeconds: Number.NaN })).toBe(false);
  expect(verifyWebhook(BODY, HEADER, SECRET, { now: new Date('never') })).toBe(false);
});

it('reads the clock itself when it is given none', () => {
  expect(verifyWebhook(BODY, HEADER, SECRET)).toBe(false);
  const fresh = signDelivery(SECRET, Math.floor(Date.now() / 1_000), BODY);
  expect(verifyWebhook(BODY, fresh, SECRET)).toBe(true);
});
