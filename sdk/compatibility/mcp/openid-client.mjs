// SPDX-License-Identifier: Apache-2.0
/**
 * openid-client as its users run it: discovery, registration, the code flow with an identity token, and a refresh. It
 * writes the address for the person's browser, reads the address that the browser came back to, and writes the tokens.
 */
import { createInterface } from 'node:readline/promises';
import * as openid from 'openid-client';

const redirect_uri = 'http://127.0.0.1:4801/cb';
const scope = 'openid decisions:read decisions:write';
const insecure = { execute: [openid.allowInsecureRequests] };
const server = new URL(process.argv[2]);
const config = await openid.dynamicClientRegistration(
  server,
  { redirect_uris: [redirect_uri], scope },
  undefined,
  insecure,
);
const [pkceCodeVerifier, expectedNonce, expectedState] = [
  openid.randomPKCECodeVerifier(),
  openid.randomNonce(),
  openid.randomState(),
];
const address = openid.buildAuthorizationUrl(config, {
  redirect_uri,
  scope,
  code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: 'S256',
  nonce: expectedNonce,
  state: expectedState,
});
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
process.stdout.write(`${address.href}\n`);
const back = new URL((await lines.next()).value);
const checks = { pkceCodeVerifier, expectedNonce, expectedState, idTokenExpected: true };
const tokens = await openid.authorizationCodeGrant(config, back, checks);
const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token, { scope });
process.stdout.write(
  `${JSON.stringify({ sub: tokens.claims().sub, first: tokens.access_token, second: refreshed.access_token })}\n`,
);
process.exit(0);
