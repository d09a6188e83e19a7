// SPDX-License-Identifier: Apache-2.0
/** Each tool as a function: it calls the operation of the machine API that the contract names. */
import type {
  Decision,
  EventAction,
  EventRequest,
  McpGatewayDecision,
  McpGatewayRequest,
  PolicyApplyRequest,
  PolicyTestCase,
  PolicyTestRequest,
} from '@svc/contract';
import type { McpToolName } from '@svc/contract/mcp';
import { actionOfTool } from '@svc/core/tool-action';
import { decideMcpCall, rawMember } from '../../decisions/gateways/index.ts';
import {
  applyPoliciesAs,
  decideEventAs,
  listPoliciesAs,
  readEventAs,
  testPoliciesAs,
} from '../../decisions/machine-api/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { answerOfPerson, askPerson } from './ask-person.ts';
import type { McpDeps, ToolCall } from './tool-call.ts';

/** A longer list would fill any model's context many times over. */
const LISTED_CHARACTERS_MAX = 1_000_000;

type Run = (deps: McpDeps, call: ToolCall) => Promise<object>;

/** The arguments are validated by the tool's schema before. */
export const RUNS: Readonly<Record<McpToolName, Run>> = {
  check_action: checkAction as Run,
  decide_action: decideAction as Run,
  get_decision: getDecision as Run,
  list_policies: listPolicies,
  test_policies: testPolicies as Run,
  plan_policy_changes: planPolicyChanges as Run,
  check_mcp_tool_call: checkMcpToolCall as Run,
};

async function checkAction(deps: McpDeps, call: ToolCall<PolicyTestCase['input']>): Promise<object> {
  const request: PolicyTestRequest = { cases: [{ name: 'check_action', input: call.arguments }] };
  const { results } = await testPoliciesAs(deps, call.caller.access, bodyOf(request)).catch(namingTheArgument);
  const [result] = results;
  if (result === undefined) throw new Error('a test of one case has no result');
  const { decision, matchedPolicy, riskScore, riskLevel, reasons } = result;
  return { decision, matchedPolicy, riskScore, riskLevel, reasons };
}

/** A fault of the one case is told by the name of the argument. */
function namingTheArgument(error: unknown): never {
  if (!(error instanceof ApiError) || error.fields === undefined) throw error;
  const place = /^cases\[0\]\.input\./;
  const fields = Object.entries(error.fields).map(([path, sentence]) => [path.replace(place, ''), sentence] as const);
  const [path, sentence] = fields[0] ?? ['request', error.message];
  throw new ApiError(error.code, { message: `${path}: ${sentence}`, fields: Object.fromEntries(fields) });
}

/** A person is asked by the first answer only: a repeated call reads what it made. */
async function decideAction(
  deps: McpDeps,
  call: ToolCall<EventRequest & { idempotencyKey?: string }>,
): Promise<object> {
  const { caller, dialog, arguments: asked } = call;
  if (dialog.state !== null) {
    const { decision, again } = await answerOfPerson(deps, call, dialog.state);
    return again ?? decision;
  }
  const { idempotencyKey = null, ...request } = asked;
  const { decision, isReplay } = await decideEventAs(deps, caller.access, { request, idempotencyKey, door: 'MCP' });
  return (isReplay ? null : await askPerson(deps, call, decision, null)) ?? decision;
}

async function getDecision(
  deps: McpDeps,
  { caller, arguments: { id, waitMs = 0 } }: ToolCall<{ id: string; waitMs?: number }>,
): Promise<object> {
  return await readEventAs(deps, caller.access, { id, waitMs, signal: caller.signal });
}

async function listPolicies(deps: McpDeps, { caller }: ToolCall): Promise<object> {
  const text = await listPoliciesAs(deps, caller.access);
  if (text.length > LISTED_CHARACTERS_MAX) {
    const message = 'The policies are too many for a tool: read them with `svc policies pull` or GET /v1/policies.';
    throw new ApiError('conflict', { message });
  }
  return JSON.parse(text) as object;
}

async function testPolicies(deps: McpDeps, call: ToolCall<PolicyTestRequest>): Promise<object> {
  return await testPoliciesAs(deps, call.caller.access, bodyOf(call.arguments));
}

/** Whatever is asked: a plan. */
async function planPolicyChanges(
  deps: McpDeps,
  { caller, arguments: asked }: ToolCall<PolicyApplyRequest>,
): Promise<object> {
  return await applyPoliciesAs(deps, caller.access, bodyOf({ ...asked, dryRun: true }), {
    signal: caller.signal,
    log: caller.request.log,
  });
}

async function checkMcpToolCall(
  deps: McpDeps,
  call: ToolCall<McpGatewayRequest & { idempotencyKey?: string }>,
): Promise<object> {
  const { caller, text, dialog, arguments: asked } = call;
  if (text === null)
    throw invalid('batch', 'send this tool call by itself: its arguments are compared digit for digit');
  if (dialog.state !== null) {
    const { decision, action, again } = await answerOfPerson(deps, call, dialog.state);
    return again ?? withGateway(decision, asked, action ?? actionOfTool(asked.tool));
  }
  const { idempotencyKey = null, ...request } = asked;
  const asRead = textAsRead(request, text);
  const asking = { access: caller.access, door: 'MCP', idempotencyKey, request, text: asRead } as const;
  const { answer, isReplay } = await decideMcpCall(deps, asking);
  return (isReplay ? null : await askPerson(deps, call, answer, answer.gateway.mappedAction)) ?? answer;
}

/** A decision that was read again, as the gateway answers it. */
function withGateway(
  decision: Decision,
  { routeId, tool }: McpGatewayRequest,
  mappedAction: EventAction,
): McpGatewayDecision {
  const allowed = decision.finalDecision === 'ALLOW';
  const gateway = { protocol: 'MCP', routeId: routeId?.toLowerCase() ?? null, tool, mappedAction, allowed } as const;
  return { ...decision, gateway };
}

/** The text of the call's arguments, digit for digit, where they came as JSON text or were left out by null. */
function textAsRead({ arguments: args }: McpGatewayRequest, text: string): string {
  if (args === undefined) return '{}';
  const raw = rawMember(text, 'arguments');
  return raw?.startsWith('"') === true ? `{"arguments":${JSON.parse(raw)}}` : text;
}

function bodyOf<Request>(request: Request): { request: Request; text: string } {
  return { request, text: JSON.stringify(request) };
}
