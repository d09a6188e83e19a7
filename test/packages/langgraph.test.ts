// SPDX-License-Identifier: Apache-2.0
/**
 * A guarded tool in a graph of LangGraph itself, in a process of its own, against a real service. Its `interrupt`
 * pauses the graph at a REVIEW, and its `Command` resumes it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installation, installWith } from '#harness/compatibility';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let installation: Installation;
beforeAll(async () => {
  [service, installation] = await Promise.all([
    openOrganization({ provisioning: () => acmeWithPeople() }),
    installWith('langgraph'),
  ]);
});
afterAll(async () => {
  await service.stop();
  await installation.remove();
});

interface State {
  paused: { type: string; eventId: string; tool: string; expiresAt: string | null }[];
  ran: number;
  answer?: string;
}

/** @param resume runs while the graph pauses, and returns the resume value */
async function runGraph(name: string, threadId: string, resume?: (paused: State) => Promise<string>): Promise<State> {
  const { code, stdout, stderr } = await installation.run(
    process.execPath,
    ['graph.mjs', JSON.stringify({ name, threadId })],
    { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl },
    async (line) => {
      const state = JSON.parse(line) as State;
      return state.answer === undefined && resume !== undefined ? await resume(state) : '';
    },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as State;
}

it('runs an allowed tool and does not run a blocked one, without a pause', async () => {
  expect(await runGraph('read', 'thread-read')).toEqual({ paused: [], ran: 1, answer: 'read of 3, run 1' });
  expect(await runGraph('delete', 'thread-delete')).toEqual({
    paused: [],
    ran: 0,
    answer: expect.stringMatching(/^Not run: svc decided BLOCK/),
  });
});

it.each([
  ['approve', /^export of 3, run 1$/, 1],
  ['deny', /Review denied/, 0],
  [null, /waits for a person's review/, 0],
])('pauses at a REVIEW, and once resumed runs only what was approved: %s', async (outcome, answer, ran) => {
  let paused: State | undefined;
  const ended = await runGraph('export', `thread-${outcome}`, async (state) => {
    paused = state;
    if (outcome !== null) {
      const member = await signIn(service.baseUrl, PEOPLE.member);
      const path = `/reviews/${state.paused[0]?.eventId}/${outcome}`;
      expect((await member.call(path, { body: {} })).status).toBe(200);
    }
    return 'yes, go on';
  });
  expect(paused).toEqual({
    paused: [expect.objectContaining({ type: 'svc_review', tool: 'export', expiresAt: expect.any(String) })],
    ran: 0,
  });
  expect(ended).toEqual({ paused: [], ran, answer: expect.stringMatching(answer) });
});
