// SPDX-License-Identifier: Apache-2.0
/** The routes that agents and assistants call with a key. */
import type { FastifyInstance } from 'fastify';
import { registerAgentControlRoutes } from './agent-control/index.ts';
import { registerAuthzenRoutes } from './authzen/index.ts';
import { registerCopilotStudioRoutes } from './copilot-studio/index.ts';
import { registerForwardAuthRoutes } from './forward-auth/index.ts';
import { registerHookRoutes } from './hooks/index.ts';
import { type McpRouteDeps, registerMcpRoutes } from './mcp/index.ts';
import { registerModelGatewayRoutes } from './model-gateways/index.ts';
import { registerV1Routes } from './v1/index.ts';

export function registerMachineRoutes(http: FastifyInstance, deps: McpRouteDeps): void {
  registerV1Routes(http, deps);
  registerHookRoutes(http, deps);
  registerModelGatewayRoutes(http, deps);
  registerAgentControlRoutes(http, deps);
  registerCopilotStudioRoutes(http, deps);
  registerMcpRoutes(http, deps);
  registerAuthzenRoutes(http, deps);
  registerForwardAuthRoutes(http, deps);
}
