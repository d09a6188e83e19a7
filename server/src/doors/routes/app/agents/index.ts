// SPDX-License-Identifier: Apache-2.0
/** The routes of agents. */

import type { AgentChange, AgentCreation, AgentListQuery, AgentReadQuery, AgentStatusAct } from '@svc/contract';
import { changeModeOf } from '../../../../organization/billing/index.ts';
import {
  changeAgentStatus,
  createAgent,
  deleteAgent,
  eraseReasons,
  listAgents,
  readAgent,
  updateAgent,
} from '../../../../registry/agents/index.ts';
import { accessOfAgent } from '../../../../rules/proofs/index.ts';
import { goneSignal } from '../../gone-signal.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, heldChangerOf, readerOf } from '../register.ts';

export const AGENTS_ROUTES = {
  /** GET /agents/{id}/access: everything that the agent may do without a review, for every event there can be. */
  readAgentAccess: async ({ pool, proofThreads, snapshots }, request, { organization }, reply) => {
    const id = uuidParameter(request, 'id');
    const asking = { threads: proofThreads.until(goneSignal(reply)), log: request.log };
    return await snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const answer = await accessOfAgent(asking, snapshot, id, pool.clock.nowMs());
      await snapshots.assertCurrent(snapshot);
      return answer;
    });
  },

  /** POST /agents: register an agent. */
  createAgent: async ({ billing, pool }, request, person, reply) => {
    const isPlanOfOperator = changeModeOf(billing) === 'off';
    const creation = request.body as AgentCreation;
    const agent = await createAgent(pool, heldChangerOf(person, 'createAgent', creation), creation, isPlanOfOperator);
    return await reply.code(201).send(agent);
  },

  /** DELETE /agents/{id}: delete an agent that nothing refers to. */
  deleteAgent: async ({ pool }, request, person, reply) => {
    await deleteAgent(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** POST /agents/{id}/erase-reasons: erase the reasons of an agent's pauses and resumptions. */
  eraseAgentReasons: async ({ pool }, request, person, reply) => {
    await eraseReasons(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /agents: list agents with their figures. */
  listAgents: async ({ reads }, request, person) => {
    return await listAgents(reads, readerOf(person), request.query as AgentListQuery);
  },

  /** POST /agents/{id}/pause: block everything that an agent asks for. */
  pauseAgent: async ({ pool }, request, person) => {
    const [id, act] = [uuidParameter(request, 'id'), request.body as AgentStatusAct];
    const changer = heldChangerOf(person, 'updateAgent', { status: 'PAUSED' }, id);
    return await changeAgentStatus(pool, changer, id, 'PAUSED', act.reason);
  },

  /** GET /agents/{id}: an agent with its figures, uses, keys and pauses. */
  readAgent: async ({ reads }, request, person) => {
    const { sandbox } = request.query as AgentReadQuery;
    const id = uuidParameter(request, 'id');
    return await reads.run(readerOf(person), 'list', () =>
      readAgent(reads.pool, person.organization.id, id, sandbox === 'true'),
    );
  },

  /** POST /agents/{id}/resume: let a paused agent decide again. */
  resumeAgent: async ({ pool }, request, person) => {
    const [id, act] = [uuidParameter(request, 'id'), request.body as AgentStatusAct];
    const changer = heldChangerOf(person, 'resumeAgent', act, id);
    return await changeAgentStatus(pool, changer, id, 'ACTIVE', act.reason);
  },

  /** PATCH /agents/{id}: change an agent. */
  updateAgent: async ({ pool }, request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as AgentChange];
    return await updateAgent(pool, heldChangerOf(person, 'updateAgent', change, id), id, change);
  },
} satisfies Partial<AppHandlers>;
