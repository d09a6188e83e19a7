// SPDX-License-Identifier: Apache-2.0
/** The machine API: every route of the contract that needs a key. */
import type { FastifyInstance } from 'fastify';
import { declareAccess } from '../register.ts';
import type { RouteDeps } from './deps.ts';
import { registerEventsCreate } from './events/create/index.ts';
import { registerEventsRead } from './events/read/index.ts';
import { registerHttpGatewayForward } from './http-gateway/forward/index.ts';
import { registerMcpGatewayDecide } from './mcp-gateway/decide/index.ts';
import { registerPoliciesAnalysis } from './policies/analysis/index.ts';
import { registerPoliciesApply } from './policies/apply/index.ts';
import { registerPoliciesList } from './policies/list/index.ts';
import { registerPoliciesProve } from './policies/prove/index.ts';
import { registerPoliciesTest } from './policies/test/index.ts';

export function registerV1Routes(app: FastifyInstance, deps: RouteDeps): void {
  declareAccess(app);
  registerEventsCreate(app, deps);
  registerEventsRead(app, deps);
  registerHttpGatewayForward(app, deps);
  registerMcpGatewayDecide(app, deps);
  registerPoliciesList(app, deps);
  registerPoliciesApply(app, deps);
  registerPoliciesTest(app, deps);
  registerPoliciesProve(app, deps);
  registerPoliciesAnalysis(app, deps);
}
