// SPDX-License-Identifier: Apache-2.0
/** Guarantee: from the address of the MCP server alone, the protocol's own client signs its person in, and comes back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTool, ERAS, type Era } from '#harness/mcp';
import { connectSigningIn, memoryOfAssistant } from '#harness/mcp/sign-in.ts';
import { openRequest, permit } from '#harness/oauth';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
});
afterAll(() => service.stop());

it.each(ERAS)('in the %s era', async (era: Era) => {
  const { kept, provider } = memoryOfAssistant();
  const connect = () => connectSigningIn(service.baseUrl, era, provider);
  const first = connect();
  await expect(first.connected).rejects.toThrow();
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { pathname, search } = new URL(kept.to);
  const request = await openRequest(owner, { url: pathname + search });
  await first.transport.finishAuth(await permit(owner, request));
  const { client, connected } = connect();
  await connected;
  expect((await client.listTools()).tools).toHaveLength(5);
  const action = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
  expect((await callTool(client, 'decide_action', action)).structured).toMatchObject({ finalDecision: 'ALLOW' });
  // An access token that is over is replaced without the person.
  const before = kept.tokens?.refresh_token;
  kept.tokens = { ...kept.tokens, access_token: 'over', token_type: 'Bearer' } as typeof kept.tokens;
  expect((await callTool(client, 'list_policies')).isError).toBe(false);
  expect(kept.tokens?.refresh_token).not.toBe(before);
  await client.close();
});
