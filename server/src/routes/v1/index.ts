/** The machine API: every route of the contract that needs a key. */
import type { FastifyInstance } from 'fastify';
import { declareAccess } from '../register.ts';
import type { RouteDependencies } from './dependencies.ts';
import { registerGetEvent } from './get-event/index.ts';
import { registerGetPolicies } from './get-policies/index.ts';
import { registerPostEvents } from './post-events/index.ts';
import { registerPostGatewayHttp } from './post-gateway-http/index.ts';
import { registerPostGatewayMcp } from './post-gateway-mcp/index.ts';
import { registerPostPoliciesApply } from './post-policies-apply/index.ts';
import { registerPostPoliciesTest } from './post-policies-test/index.ts';

export function registerV1Routes(app: FastifyInstance, using: RouteDependencies): void {
  declareAccess(app);
  registerPostEvents(app, using);
  registerGetEvent(app, using);
  registerPostGatewayHttp(app, using);
  registerPostGatewayMcp(app, using);
  registerGetPolicies(app, using);
  registerPostPoliciesApply(app, using);
  registerPostPoliciesTest(app, using);
}
