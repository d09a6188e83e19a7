// SPDX-License-Identifier: Apache-2.0
/**
 * The MCP gateway: decides a tool call by the tool's name. It never forwards or executes, and reads arguments only to
 * scan them for a route that asks for it.
 */
import type { McpGatewayDecision, McpGatewayRequest } from '@svc/contract';
import { actionOfTool } from '@svc/core/tool-action';
import type { Access } from '../../../organization/callers/index.ts';
import { type DecideDeps, decideAndRecord } from '../../decide/index.ts';
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
  { access, idempotencyKey, request, text }: McpGatewayCall,
): Promise<GatewayAnswer<McpGatewayDecision>> {
  const { routeId, tool } = request;
  const action = actionOfTool(tool);
  const raw = rawMember(text, 'arguments');
  const { decision, isReplay } = await decideAndRecord(deps, {
    access,
    endpoint: 'gateway/mcp',
    idempotencyKey,
    body: idempotencyKey === null ? request : exactMember(request, 'arguments', raw),
    action,
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
          forwarderId: null,
          keyPrefix,
        },
        target: null,
      };
    },
  });
  // The decision belongs to this call alone: copying it would take microseconds.
  const answer = decision as McpGatewayDecision;
  answer.gateway = {
    protocol: 'MCP',
    routeId: routeId?.toLowerCase() ?? null,
    tool,
    mappedAction: action,
    allowed: decision.finalDecision === 'ALLOW',
  };
  return { answer, isReplay };
}
