// SPDX-License-Identifier: Apache-2.0
/** GET /v1/policies/analysis: policies and fields that do nothing, for every event there can be. */
import type { FastifyInstance } from 'fastify';
import { analysePoliciesAs } from '../../../../../decisions/machine-api/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerPoliciesAnalysis(app: FastifyInstance, deps: RouteDeps): void {
  registerKeyed(app, deps, 'analyzePolicies', {
    rate: 'policies',
    handler: (_request, access, reply) => analysePoliciesAs(deps, access, goneSignal(reply)),
  });
}
