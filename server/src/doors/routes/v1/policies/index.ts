// SPDX-License-Identifier: Apache-2.0
/** The routes of policies. */
import type { PolicyApplyRequest, PolicyProveRequest, PolicyTestRequest } from '@svc/contract';
import {
  analysePoliciesAs,
  applyPoliciesAs,
  listPoliciesAs,
  provePoliciesAs,
  testPoliciesAs,
} from '../../../../decisions/machine-api/index.ts';
import { goneSignal } from '../../gone-signal.ts';
import type { V1Handlers } from '../register.ts';

export const POLICIES_ROUTES = {
  /** GET /v1/policies: list policies. */
  listPolicies: async (deps, _request, access, reply) => {
    const text = await listPoliciesAs(deps, access);
    // It is JSON already.
    return await reply.type('application/json; charset=utf-8').send(text);
  },

  /** POST /v1/policies/apply: bring the policy set to the payload. */
  applyPolicies: async (deps, { body, bodyText: text, log }, access, reply) => {
    const asked = { request: body as PolicyApplyRequest, text };
    return await applyPoliciesAs(deps, access, asked, { signal: goneSignal(reply), log });
  },

  /** POST /v1/policies/test: run test cases against stored or proposed policies. */
  testPolicies: async (deps, { body, bodyText: text }, access) =>
    await testPoliciesAs(deps, access, { request: body as PolicyTestRequest, text }),

  /** POST /v1/policies/prove: claims about every event, against stored or proposed policies. */
  provePolicies: async (deps, { body, bodyText: text, log }, access, reply) =>
    await provePoliciesAs(deps, log, access, { request: body as PolicyProveRequest, text, gone: goneSignal(reply) }),

  /** GET /v1/policies/analysis: policies and fields that do nothing, for every event there can be. */
  analyzePolicies: async (deps, _request, access, reply) => await analysePoliciesAs(deps, access, goneSignal(reply)),
} satisfies Partial<V1Handlers>;
