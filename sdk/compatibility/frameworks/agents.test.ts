// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: in each framework, at its newest and its oldest version, a call runs once, and only after a redeemed
 * ALLOW. A REVIEW pauses the run. Its resumption permits nothing by itself.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, cuts, HTML, startFaultyServer } from '#harness/faulty';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createClient, type SvcClient } from '../../src/index.ts';
import type { FrameworkAgent, Given, ToolName } from './agents/agent.ts';

let service: TestService;
let client: SvcClient;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
});
afterAll(() => service.stop());

interface Adapter {
  agentOf(given: Given): FrameworkAgent;
}

const NAMES = ['ai', 'openai-agents', 'langchain', 'mastra', 'adk'] as const;
const FOLDERS = { newest: './agents', oldest: './oldest/dist' } as const;
const CASES = [
  ...NAMES.flatMap((name) => (['newest', 'oldest'] as const).map((version) => [name, version] as const)),
  ['ai-opa', 'newest'] as const,
];

async function resolve(eventId: string | undefined, outcome: 'approve' | 'deny'): Promise<void> {
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call(`/reviews/${eventId}/${outcome}`, { body: {} })).status).toBe(200);
}

describe.each(CASES)('%s, %s', (name, version) => {
  let adapter: Adapter;
  beforeAll(async () => {
    adapter = (await import(`${FOLDERS[version]}/${name}.ts`)) as Adapter;
  });

  /** An agent, and what its tools and the service saw. */
  function started(session: string, svc = client) {
    const ran: string[] = [];
    const events = new Set<string>();
    const run = (tool: ToolName) => {
      ran.push(tool);
      if (tool === 'fail') throw new Error('no disk');
      return `${tool} done`;
    };
    const onDecision: Given['onDecision'] = ({ id }) => id !== null && events.add(id);
    const agent = adapter.agentOf({ svc, session: `${name}-${version}-${session}`, run, onDecision });
    return { agent, ran, events };
  }
  const ended = async (events: ReadonlySet<string>) =>
    await Promise.all(
      [...events].map(async (id) => {
        const { redemption, outcome } = await client.getDecision(id);
        return { redemption: redemption?.status ?? null, outcome: outcome?.status ?? null };
      }),
    );

  it('runs an allowed call once, redeemed, and reports its outcome', async () => {
    const { agent, ran, events } = started('allow');
    const { paused, told } = await agent.call('read');
    expect({ paused, ran }).toEqual({ paused: null, ran: ['read'] });
    expect(told).toContain('read done');
    expect(await ended(events)).toEqual([{ redemption: 'REDEEMED', outcome: 'SUCCEEDED' }]);
  });

  it('reports a tool that fails', async () => {
    const { agent, ran, events } = started('fail');
    await agent.call('fail').catch((error: unknown) => expect(String(error)).toContain('no disk'));
    expect(ran).toEqual(['fail']);
    expect(await ended(events)).toEqual([{ redemption: 'REDEEMED', outcome: 'FAILED' }]);
  });

  it('does not run a blocked call, nor another one of its id, and tells the model why', async () => {
    const { agent, ran } = started('block');
    const { paused, told } = await agent.call('remove');
    await agent.call('remove');
    expect({ paused, ran }).toEqual({ paused: null, ran: [] });
    expect(told).toMatch(/svc decided BLOCK\..*Block deleting customers/);
  });

  it('pauses a REVIEW, and does not run it when it is resumed while the review is pending', async () => {
    const { agent, ran } = started('pending');
    const { paused } = await agent.call('send');
    expect({ isPaused: paused !== null, ran }).toEqual({ isPaused: true, ran: [] });
    const { paused: again, told } = await agent.resume(paused);
    expect({ again, ran }).toEqual({ again: null, ran: [] });
    expect(told).toContain("waits for a person's review");
  });

  it('runs a REVIEW once after its approval, however often it is resumed', async () => {
    const { agent, ran, events } = started('approved');
    const { paused } = await agent.call('send');
    await resolve([...events][0], 'approve');
    const { told } = await agent.resume(paused);
    expect(ran).toEqual(['send']);
    expect(told).toContain('send done');
    expect(await ended(events)).toEqual([{ redemption: 'REDEEMED', outcome: 'SUCCEEDED' }]);
    await agent.resume(paused).catch(() => undefined);
    expect(ran).toEqual(['send']);
  });

  it('does not run a call of one id twice', async () => {
    const { agent, ran } = started('same');
    await agent.call('read');
    await agent.call('read').catch(() => undefined);
    expect(ran).toEqual(['read']);
  });

  it('does not spend the approval of one conversation in another', async () => {
    const [one, other] = [started('one'), started('other')];
    const pauses = [await one.agent.call('send'), await other.agent.call('send')];
    await resolve([...one.events][0], 'approve');
    await other.agent.resume(pauses[1]?.paused);
    expect(other.ran).toEqual([]);
    await one.agent.resume(pauses[0]?.paused);
    expect(one.ran).toEqual(['send']);
  });

  it('does not run what the user approves and the reviewer has denied', async () => {
    const { agent, ran, events } = started('denied');
    const { paused } = await agent.call('send');
    await resolve([...events][0], 'deny');
    const { told } = await agent.resume(paused);
    expect({ ran, told }).toEqual({ ran: [], told: expect.stringContaining('Review denied') });
  });

  it.each([
    ['nobody answers', cuts],
    ['a page answers', answers(200, HTML)],
    ['the key is refused', answers(401, { error: 'unauthorized', message: 'No.' })],
  ])('does not run anything when %s', async (_what, behaviour) => {
    const server = await startFaultyServer(behaviour);
    const faulty = createClient({ apiKey: LIVE_KEY, baseUrl: server.baseUrl, backoffMs: 1 });
    for (const tool of ['read', 'send'] as const) {
      const { agent, ran } = started(`faulty-${tool}`, faulty);
      const paused = await agent.call(tool).then(
        (turn) => turn.paused,
        () => null,
      );
      if (paused !== null) await agent.resume(paused).catch(() => undefined);
      expect(ran).toEqual([]);
    }
    expect(server.seen.length).toBeGreaterThan(0);
    await server.stop();
  });

  it('does not run an approved call when the service is away at the resumption', async () => {
    const server = await startFaultyServer(cuts);
    const { agent, ran, events } = started('away');
    const { paused } = await agent.call('send');
    await resolve([...events][0], 'approve');
    const decide = client.decide;
    client.decide = createClient({ apiKey: LIVE_KEY, baseUrl: server.baseUrl, backoffMs: 1 }).decide;
    try {
      await agent.resume(paused).catch(() => undefined);
    } finally {
      client.decide = decide;
      await server.stop();
    }
    expect(ran).toEqual([]);
  });
});
