// SPDX-License-Identifier: Apache-2.0
/**
 * The MCP gateway: decides a tool call by the tool's name. It never forwards or executes, and reads arguments only to
 * scan them for a route that asks for it.
 */
import type { McpGatewayDecision, McpGatewayRequest } from '@svc/contract';
import { actionOfTool } from '@svc/core/tool-action';
import type { Access } from '../../../organization/callers/index.ts';
import { type DecideDeps, type DecideRequest, decideAndRecord } from '../../decide/index.ts';
import type { GatewayAnswer } from '../http/index.ts';
import { exactMember, rawMember } from '../raw-body.ts';
import { mcpRouteOf } from '../routes.ts';
import { scannedText } from '../scanned-text.ts';

export interface McpGatewayCall {
  access: Access;
  idempotencyKey: string | null;
  request: McpGatewayRequest;
  /** The whole body, unchanged. */
  text: string;
}

/** @throws ApiError for every reason against deciding the call; nothing is recorded then */
export async function decideMcpCall(
  deps: DecideDeps,
  call: McpGatewayCall,
): Promise<GatewayAnswer<McpGatewayDecision>> {
  const { routeId, tool } = call.request;
  const { decision, isReplay } = await decideAndRecord(deps, mcpDecision(call));
  // The decision belongs to this call alone: copying it would take microseconds.
  const answer = decision as McpGatewayDecision;
  answer.gateway = {
    protocol: 'MCP',
    routeId: routeId?.toLowerCase() ?? null,
    tool,
    mappedAction: actionOfTool(tool),
    allowed: decision.finalDecision === 'ALLOW',
  };
  return { answer, isReplay };
}

/** The call as the decision path takes it. */
export function mcpDecision({ access, idempotencyKey, request, text }: McpGatewayCall): DecideRequest {
  const { routeId, tool } = request;
  const raw = rawMember(text, 'arguments');
  return {
    access,
    endpoint: 'gateway/mcp',
    idempotencyKey,
    body: exactMember(request, 'arguments', raw),
    action: actionOfTool(tool),
    event: request,
    loadRoute(snapshot, { prefix: keyPrefix }) {
      const route = mcpRouteOf(snapshot, routeId);
      return {
        defaults: { agentId: route?.agentId ?? null, resourceId: route?.resourceId ?? null },
        checkRestrictions: () => undefined,
        scannedText: route?.scanBody === true && raw !== null ? () => scannedText(raw, 'arguments') : null,
        gatewayCall: {
          protocol: 'MCP',
          routeId: route?.id ?? null,
          routeName: route?.name ?? null,
          tool,
          method: null,
          credentialId: null,
          binding: null,
          keyPrefix,
        },
        forwarderId: null,
        target: null,
      };
    },
  };
}
