// SPDX-License-Identifier: Apache-2.0
/** The stand-in itself: a test cannot pass by a call that it forgot, or by an answer that the service never gives. */

import type { AppAnswer } from '@svc/contract';
import { expect, it } from 'vitest';
import { callApi } from '../api/client.ts';
import { type Answers, changing, DONE, held, inTurn, refused, UNREACHABLE } from './answers.ts';
import { idOf, NOW } from './fill.ts';
import { StandIn } from './service.ts';

/** Runs calls of the app before a stand-in of its own. */
async function before<Result>(answers: Answers, run: (service: StandIn) => Promise<Result>, role = 'OWNER' as const) {
  const own = globalThis.fetch;
  const service = new StandIn(answers, role);
  globalThis.fetch = service.fetch;
  try {
    return { result: await run(service).catch((error: unknown) => error), service };
  } finally {
    globalThis.fetch = own;
  }
}

it('fills what a test leaves out, so that the answer is valid', async () => {
  const { result, service } = await before({ listAgents: { items: [{ name: 'a' }, { name: 'b' }] } }, () =>
    callApi('listAgents'),
  );
  const { items } = result as AppAnswer<'listAgents'>;
  expect(items.map(({ id, name, createdAt, permissions }) => ({ id, name, createdAt, permissions }))).toEqual([
    { id: idOf(1), name: 'a', createdAt: NOW, permissions: null },
    { id: idOf(2), name: 'b', createdAt: NOW, permissions: null },
  ]);
  expect(service.faults).toEqual([]);
});

it('names a call that has no answer', async () => {
  const { service } = await before({}, () => callApi('listAgents', { query: { q: 'x' } }));
  expect(service.faults).toEqual(['no answer is given for listAgents {"q":"x"}']);
});

it('names an answer that the contract does not allow, and a field that it does not know', async () => {
  const wrong = { listAgents: { total: 1.5 } };
  const { service } = await before(wrong, () => callApi('listAgents'));
  expect(service.faults[0]).toMatch(/^the answer given for listAgents is not valid: data\/total must be integer$/);
  const { service: other } = await before({ updateAgent: {} }, () =>
    callApi('updateAgent', { params: { id: idOf(1) }, body: { colour: 'red' } as never }),
  );
  expect(other.faults[0]).toContain('updateAgent: the body {"colour":"red"} is not valid');
});

it('names a call that is refused to the role of the person', async () => {
  const call = () => callApi('deleteAgent', { params: { id: idOf(1) } });
  const { service } = await before({ deleteAgent: DONE }, call);
  expect(service.faults).toEqual([]);
  const { service: ofMember } = await before({ deleteAgent: DONE }, call, 'MEMBER' as never);
  expect(ofMember.faults).toEqual(['deleteAgent: is refused to the role MEMBER']);
});

it('records calls with what they ask for', async () => {
  const body = { description: 'b' };
  const { service } = await before({ updateAgent: {} }, () =>
    callApi('updateAgent', { params: { id: idOf(3) }, body }),
  );
  expect(service.calls('updateAgent')).toEqual([{ params: { id: idOf(3) }, query: {}, body }]);
});

it('answers otherwise after a change, in turn, when it is told to, and not at all', async () => {
  const { answer, release } = held({ total: 3 });
  const { result } = await before(
    {
      listAgents: inTurn({ total: 1 }, { total: 2 }),
      deleteAgent: changing(DONE, { listAgents: answer }),
      readUsage: UNREACHABLE,
      signOut: refused('unavailable'),
    },
    async () => {
      const totals = [await callApi('listAgents'), await callApi('listAgents')].map(({ total }) => total);
      await callApi('deleteAgent', { params: { id: idOf(1) } });
      const later = callApi('listAgents');
      release();
      const failures = await Promise.all(
        [callApi('readUsage'), callApi('signOut')].map((call) => call.catch(({ failure }) => failure.kind)),
      );
      return [...totals, (await later).total, ...failures];
    },
  );
  expect(result).toEqual([1, 2, 3, 'unreachable', 'refused']);
});
