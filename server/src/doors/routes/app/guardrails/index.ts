// SPDX-License-Identifier: Apache-2.0
/** The routes of guardrails. */
import type {
  GuardrailChange,
  GuardrailCheckRequest,
  GuardrailCreation,
  GuardrailListQuery,
  GuardrailProveRequest,
  GuardrailRestore,
  PageQuery,
} from '@svc/contract';
import { MOMENT_MARK, pageOf } from '../../../../platform/pagination/index.ts';
import {
  checkGuardrail,
  createGuardrail,
  deleteGuardrail,
  GUARDRAIL_VERSION_MARK,
  listDeletedGuardrails,
  listGuardrails,
  listGuardrailVersions,
  proveGuardrails,
  readGuardrail,
  restoreGuardrail,
  updateGuardrail,
} from '../../../../rules/guardrails/index.ts';
import { goneSignal } from '../../gone-signal.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, heldChangerOf, readerOf } from '../register.ts';
import { provedGuardrail } from './proved.ts';

export const GUARDRAILS_ROUTES = {
  /** POST /guardrails/check: prove a claim that is still being written. Records nothing. */
  checkGuardrail: async (deps, request, { organization }, reply) => {
    const { claim } = request.body as GuardrailCheckRequest;
    const proving = { proofThreads: deps.proofThreads.until(goneSignal(reply)), log: request.log };
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const checked = await checkGuardrail(proving, snapshot, claim, deps.pool.clock.nowMs());
      await deps.snapshots.assertCurrent(snapshot);
      return checked;
    });
  },

  /** POST /guardrails: keep a guardrail, and prove it. */
  createGuardrail: async (deps, request, person, reply) => {
    const id = await createGuardrail(deps.pool, changerOf(person), request.body as GuardrailCreation);
    const made = await provedGuardrail({ ...deps, log: request.log }, person.organization.id, id);
    return await reply.code(201).send(made);
  },

  /** DELETE /guardrails/{id}: keep a guardrail no longer. Its versions stay. */
  deleteGuardrail: async ({ pool }, request, person, reply) => {
    const id = uuidParameter(request, 'id');
    await deleteGuardrail(pool, heldChangerOf(person, 'deleteGuardrail', {}, id), id);
    return await reply.code(204).send();
  },

  /** GET /guardrails/deleted: guardrails that were deleted, and that can come back. */
  listDeletedGuardrails: async ({ reads }, request, person) => {
    const page = pageOf(request.query as PageQuery, MOMENT_MARK);
    return await listDeletedGuardrails(reads, readerOf(person), page);
  },

  /** GET /guardrails/{id}/versions: every state of a guardrail, who made it, when and from where. */
  listGuardrailVersions: async ({ reads }, request, person) => {
    const page = pageOf(request.query as { limit?: string; cursor?: string }, GUARDRAIL_VERSION_MARK);
    return await listGuardrailVersions(reads, readerOf(person), uuidParameter(request, 'id'), page);
  },

  /** GET /guardrails: list the guardrails with their last proofs. */
  listGuardrails: async ({ reads, snapshots }, request, person) => {
    const query = request.query as GuardrailListQuery;
    return await snapshots.underCurrentRules(person.organization.id, async (snapshot) => {
      const list = await listGuardrails(reads, readerOf(person), snapshot, query);
      await snapshots.assertCurrent(snapshot);
      return list;
    });
  },

  /** POST /guardrails/prove: prove guardrails now, and keep the proofs. */
  proveGuardrails: async (deps, request, { organization }) => {
    const { ids = null } = request.body as GuardrailProveRequest;
    return await deps.snapshots.underCurrentRules(organization.id, (snapshot) =>
      proveGuardrails({ ...deps, log: request.log }, snapshot, ids, deps.pool.clock.nowMs()),
    );
  },

  /** GET /guardrails/{id}: a guardrail with its last proof. */
  readGuardrail: async (deps, request, { organization }) => {
    const id = uuidParameter(request, 'id');
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const guardrail = await readGuardrail(deps, snapshot, id);
      await deps.snapshots.assertCurrent(snapshot);
      return guardrail;
    });
  },

  /** POST /guardrails/{id}/restore: bring a guardrail back to one of its versions, as a new one, and prove it. */
  restoreGuardrailVersion: async (deps, request, person) => {
    const id = uuidParameter(request, 'id');
    const restore = request.body as GuardrailRestore;
    await restoreGuardrail(deps.pool, heldChangerOf(person, 'restoreGuardrailVersion', restore, id), id, restore);
    return await provedGuardrail({ ...deps, log: request.log }, person.organization.id, id);
  },

  /** PATCH /guardrails/{id}: change a guardrail, and prove it. */
  updateGuardrail: async (deps, request, person) => {
    const id = uuidParameter(request, 'id');
    const change = request.body as GuardrailChange;
    await updateGuardrail(deps.pool, heldChangerOf(person, 'updateGuardrail', change, id), id, change);
    return await provedGuardrail({ ...deps, log: request.log }, person.organization.id, id);
  },
} satisfies Partial<AppHandlers>;
