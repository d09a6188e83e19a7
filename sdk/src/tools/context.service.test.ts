// SPDX-License-Identifier: Apache-2.0
/** The context of a call is fit for the service, whatever the tool and its input are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { createClient, type EventRequest, type SvcClient } from '../index.ts';
import { type WrapSettings, wrapTool } from './index.ts';

let service: TestService;
let client: SvcClient;
beforeAll(async () => {
  service = await openOrganization();
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
});
afterAll(() => service.stop());

const read = (): EventRequest => ({ agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' });

it('tells people what the call does, in one line that the service takes, and nothing where it is turned off', async () => {
  const events: (string | null)[] = [];
  const run = () => 'ran';
  const settings: WrapSettings = { session: 'chat:1', onDecision: ({ id }) => events.push(id) };
  const long = `psql -c "\u202eselect" \u0000\t'${'😀'.repeat(600)}'\nrm -rf /`;
  const inputs: [string, object][] = [
    ['Bash', { command: `\n${long}` }],
    ['Write', { file_path: '/etc/hosts', content: 'secret' }],
    ['WebFetch', { url: 'https://user:pw@api.example/v1?token=secret#x' }],
    ['mail', { to: 'ana@example.com', body: 'secret' }],
    ['\u0007', {}],
  ];
  for (const [tool, input] of inputs) await wrapTool(client, read, run, { ...settings, tool })(input);
  await wrapTool(client, read, run, { ...settings, tool: 'quiet', context: false })({});
  await wrapTool(client, read, run, { ...settings, tool: 'own', session: 'not an id' })({});
  const link = { context: { purpose: 'Ticket 7', link: 'https://tickets.example/7' } };
  await wrapTool(client, () => ({ ...read(), ...link }), run, { ...settings, tool: 'linked' })({});
  const told = await Promise.all(events.map(async (id) => (await client.getDecision(id ?? '')).context));
  const session = 'chat:1';
  expect(told).toEqual([
    { session, purpose: expect.stringMatching(/^psql -c " select" '😀+$/u) },
    { session, purpose: 'Write /etc/hosts' },
    { session, purpose: 'WebFetch https://api.example/v1', destinationName: 'api.example' },
    { session, purpose: 'mail orders', destinationName: 'ana@example.com' },
    { session, purpose: 'orders' },
    null,
    { purpose: 'own orders' },
    { session, ...link.context },
  ]);
  expect(Array.from(told[0]?.purpose ?? '')).toHaveLength(500);
});
