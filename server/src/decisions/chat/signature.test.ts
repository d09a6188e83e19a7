// SPDX-License-Identifier: Apache-2.0
/** Guarantee: only requests that Slack has signed in the last five minutes count. The example is Slack's own. */
import { expect, it } from 'vitest';
import { isSignedBySlack } from './signature.ts';
import example from './slack-examples/signature.json' with { type: 'json' };

const { signingSecret: SECRET, body, ...headers } = example;
const EXAMPLE = { ...headers, body: Buffer.from(body.join('&')) };
const AT = 1_531_420_618_000;

it('takes the example, up to five minutes early or late', () => {
  for (const seconds of [0, 300, -300]) expect(isSignedBySlack(EXAMPLE, SECRET, AT + seconds * 1_000)).toBe(true);
  for (const seconds of [301, -301]) expect(isSignedBySlack(EXAMPLE, SECRET, AT + seconds * 1_000)).toBe(false);
});

it.each([
  [{ body: Buffer.concat([EXAMPLE.body, Buffer.from('&')]) }],
  [{ timestamp: '1531420619' }],
  [{ timestamp: '1531420618.0' }],
  [{ timestamp: undefined }],
  [{ signature: undefined }],
  [{ signature: '' }],
  [{ signature: EXAMPLE.signature.replace('v0', 'v1') }],
  [{ signature: EXAMPLE.signature.slice(0, -2) }],
  [{ signature: `v0=${'0'.repeat(64)}` }],
])('refuses %j', (part) => {
  expect(isSignedBySlack({ ...EXAMPLE, ...part }, SECRET, AT)).toBe(false);
  expect(isSignedBySlack(EXAMPLE, `${SECRET}x`, AT)).toBe(false);
});
