/** Guarantee: only requests that Slack has signed in the last five minutes count. The example is Slack's own. */
import { expect, it } from 'vitest';
import { isSignedBySlack } from './signature.ts';

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const EXAMPLE = {
  timestamp: '1531420618',
  signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  body: Buffer.from(
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&' +
      'channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&' +
      'response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&' +
      'trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  ),
};
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
