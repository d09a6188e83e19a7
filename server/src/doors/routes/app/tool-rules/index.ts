// SPDX-License-Identifier: Apache-2.0
/** The routes of tool rules. */
import type { ToolCallReadingRequest, ToolRulesChange, ToolRulesCreation, ToolRulesListQuery } from '@svc/contract';
import {
  createToolRules,
  deleteToolRules,
  listToolRules,
  readToolRules,
  updateToolRules,
} from '../../../../registry/tool-rules/index.ts';
import { listUnlistedTools, readToolCall } from '../../../../rules/tool-rules/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, heldChangerOf, readerOf } from '../register.ts';

export const APP_TOOL_RULES_ROUTES = {
  /** POST /tool-rules: make a set. */
  createToolRules: async ({ pool }, request, person, reply) => {
    const creation = request.body as ToolRulesCreation;
    const made = await createToolRules(pool, heldChangerOf(person, 'createToolRules', creation), creation);
    return await reply.code(201).send(made);
  },

  /** DELETE /tool-rules/{id}: delete a set. */
  deleteToolRules: async ({ pool }, request, person, reply) => {
    const id = uuidParameter(request, 'id');
    await deleteToolRules(pool, heldChangerOf(person, 'deleteToolRules', {}, id), id);
    return await reply.code(204).send();
  },

  /** GET /tool-rules: list sets. */
  listToolRules: async ({ reads }, request, person) =>
    await listToolRules(reads, readerOf(person), request.query as ToolRulesListQuery),

  /** GET /tool-rules/unlisted: tools that were refused, since no rule takes them. */
  listUnlistedTools: async ({ pool, snapshots }, _request, { organization }) =>
    await snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await snapshots.assertCurrent(snapshot);
      return await listUnlistedTools(pool, organization.id, snapshot);
    }),

  /** POST /tool-rules/reading: what a pasted call is. Records nothing. */
  readToolCall: async ({ snapshots }, request, { organization }) =>
    await snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await snapshots.assertCurrent(snapshot);
      return readToolCall(snapshot, request.body as ToolCallReadingRequest);
    }),

  /** GET /tool-rules/{id}: a set. */
  readToolRules: async ({ pool }, request, { organization }) =>
    await readToolRules(pool, organization.id, uuidParameter(request, 'id')),

  /** PATCH /tool-rules/{id}: change a set. */
  updateToolRules: async ({ pool }, request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as ToolRulesChange];
    return await updateToolRules(pool, heldChangerOf(person, 'updateToolRules', change, id), id, change);
  },
} satisfies Partial<AppHandlers>;
