// SPDX-License-Identifier: Apache-2.0
/**
 * The MCP gateway: decides a tool call by the tool rules, and without any by the tool's name. It never forwards or
 * executes, and reads arguments only to count and scan as a rule or the route says.
 */
import {
  CONTENT_CHARACTERS_MAX,
  type Door,
  type EventAction,
  type McpGatewayDecision,
  type McpGatewayRequest,
} from '@svc/contract';
import { actionOfTool } from '@svc/core/tool-action';
import { readCall, setsFor } from '@svc/core/tool-rules';
import type { Access } from '../../../organization/callers/index.ts';
import type { ToolRulesRecord } from '../../../organization/organizations/index.ts';
import { ApiError, invalid, quotedName } from '../../../platform/errors/index.ts';
import { toolFaultOf } from '../../../registry/gateway-routes/index.ts';
import { noteUnlistedTool } from '../../../registry/tool-rules/index.ts';
import { type DecideDeps, type DecideRequest, decideAndRecord, type SeenAct } from '../../decide/index.ts';
import type { GatewayAnswer } from '../http/index.ts';
import { exactMember, rawMember } from '../raw-body.ts';
import { mcpRouteOf } from '../routes.ts';
import { scannedText } from '../scanned-text.ts';

export interface McpGatewayCall {
  access: Access;
  /** Left out: the gateway's own route. */
  door?: Door;
  /** A tool that no rule takes is refused, also where there are no rules; false: it is decided by its name then. */
  mustBeListed?: boolean;
  /** The caller runs an allowed call at once: it is redeemed under this key as it is recorded. */
  redeemKey?: string;
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
  let mappedAction = actionOfTool(tool);
  const onSeen = (action: EventAction) => {
    mappedAction = action;
  };
  const { decision, isReplay } = await decided(deps, call, onSeen);
  // The decision belongs to this call alone: copying it would take microseconds.
  const answer = decision as McpGatewayDecision;
  answer.gateway = {
    protocol: 'MCP',
    routeId: routeId?.toLowerCase() ?? null,
    tool,
    mappedAction,
    allowed: decision.finalDecision === 'ALLOW',
  };
  return { answer, isReplay };
}

/** @throws ApiError as deciding does; a tool that no rule takes is noted, so that people see what the rules lack */
async function decided(deps: DecideDeps, call: McpGatewayCall, onSeen: (action: EventAction) => void) {
  try {
    return await decideAndRecord(deps, mcpDecision(call, onSeen));
  } catch (error) {
    if (error instanceof ToolWithoutRule) {
      const { access, door = 'MCP_GATEWAY', request } = call;
      const refused = { tool: request.tool, agent: error.agent, door };
      // The refusal stands, also where it cannot be noted.
      await noteUnlistedTool(deps.pool, access.organizationId, refused).catch(() => {});
    }
    throw error;
  }
}

class ToolWithoutRule extends ApiError {
  /** Its name. */
  readonly agent: string;

  constructor(tool: string, agent: string) {
    const todo = 'Add one for it, under Tool rules, or leave the tool alone.';
    super('forbidden', { message: `No tool rule takes ${quotedName(tool)}. ${todo}` });
    this.agent = agent;
  }
}

/**
 * The call as the decision path takes it.
 * @param onSeen told the action, at each attempt
 */
export function mcpDecision(call: McpGatewayCall, onSeen?: (action: EventAction) => void): DecideRequest {
  const { access, door = 'MCP_GATEWAY', mustBeListed = false, redeemKey, idempotencyKey, request, text } = call;
  const { routeId, tool, definition } = request;
  const raw = rawMember(text, 'arguments');
  return {
    access,
    door,
    tool,
    endpoint: 'gateway/mcp',
    idempotencyKey,
    body: exactMember(request, 'arguments', raw),
    action: actionOfTool(tool),
    ...(redeemKey !== undefined && { redeemsNow: true, redeemKey }),
    event: request,
    loadRoute(snapshot, { prefix: keyPrefix }) {
      const route = mcpRouteOf(snapshot, routeId);
      return {
        defaults: { agentId: route?.agentId ?? null, resourceId: route?.resourceId ?? null },
        checkRestrictions: () => undefined,
        scannedText: route?.scanBody === true && raw !== null ? () => scannedText(raw, 'arguments') : null,
        seenBy({ name }) {
          const seen = seenAct(snapshot.toolRules, name, request, mustBeListed);
          onSeen?.(seen?.action ?? actionOfTool(tool));
          return seen;
        },
        toolFault: toolFaultOf(route?.tools ?? null, tool, definition),
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

/**
 * @returns null where the rules say nothing of the call: its name decides then
 * @throws ToolWithoutRule, 403, for a tool that no rule takes, where there are rules or there must be one
 */
function seenAct(
  toolRules: readonly ToolRulesRecord[],
  agent: string,
  { tool, arguments: input }: McpGatewayRequest,
  mustBeListed: boolean,
): SeenAct | null {
  const sets = toolRules.map(({ compiled }) => compiled);
  const reading = readCall(sets, agent, tool, input);
  if (reading.kind === 'ACT') return { ...reading, content: withinScan(reading.content) };
  const isUnlisted = reading.kind === 'UNLISTED' && (mustBeListed || setsFor(sets, agent).length > 0);
  if (!isUnlisted) return null;
  throw new ToolWithoutRule(tool, agent);
}

/** @throws ApiError 400 for more than the scan takes */
function withinScan(content: string | null): string | null {
  if (content === null || content.length <= CONTENT_CHARACTERS_MAX) return content;
  throw invalid('arguments', `must hold at most ${CONTENT_CHARACTERS_MAX} characters where the tool rule scans`);
}
