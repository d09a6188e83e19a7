// SPDX-License-Identifier: Apache-2.0
/**
 * The tools of the hosted MCP server and of `svc mcp`. Models read names, descriptions and schemas: each says what an
 * outcome obliges its reader to do.
 */
import { type TSchema, Type } from 'typebox';
import { DecisionSchema, EventRequestSchema } from '../decisions.ts';
import { DECISIONS, OAUTH_SCOPES, type OauthScope, RISK_LEVELS } from '../enums.ts';
import { McpGatewayDecisionSchema, McpGatewayRequestSchema } from '../gateways.ts';
import { READ_WAIT_MS_MAX, RISK_SCORE_MAX } from '../limits.ts';
import { IDEMPOTENCY_KEY_PATTERN, type KeyedOperationId } from '../operations.ts';
import { PolicyListResponseSchema } from '../policies.ts';
import { PolicyApplyRequestSchema, PolicyApplyResponseSchema } from '../policy-apply.ts';
import { PolicyTestCaseSchema, PolicyTestRequestSchema, PolicyTestResponseSchema } from '../policy-tests.ts';
import { strictObject, stringEnum, uuid } from '../schema.ts';
import { type ToolSchema, toolSchema } from './json-schema.ts';

/** The scopes that a person may grant to a connected app. */
export const MCP_SCOPES = OAUTH_SCOPES;
export type McpScope = OauthScope;

export interface McpTool {
  title: string;
  description: string;
  /** The operation of the machine API that does the work. */
  operation: KeyedOperationId;
  /** The scope that a connected app needs; null where only an API key will do. */
  scope: McpScope | null;
  /** True for a tool that records an event. */
  records: boolean;
  inputSchema: ToolSchema;
  outputSchema: ToolSchema;
}

const idempotencyKey = Type.Optional(
  Type.String({
    pattern: IDEMPOTENCY_KEY_PATTERN,
    description:
      'Send the same key again when you retry the same action: within 24 hours you get the recorded decision instead ' +
      'of a second one. Use a new key for a new action.',
  }),
);

const OBEY =
  '`finalDecision` binds you. ALLOW: you may run exactly this action once. REVIEW: do not run it; a person has to ' +
  'approve it in the app, so call get_decision with the `id` and `waitMs`. BLOCK: do not run it, do not split or ' +
  'rephrase it to get past the rule, and tell the person what `reasons` says. An error of this tool is never an ALLOW.';

const resultOfCheck = Type.Object({
  decision: stringEnum(DECISIONS, { description: 'The decision that would be made. It permits nothing.' }),
  matchedPolicy: Type.Unsafe<string | null>({ type: 'string', nullable: true }),
  riskScore: Type.Integer({ minimum: 0, maximum: RISK_SCORE_MAX }),
  riskLevel: stringEnum(RISK_LEVELS),
  reasons: Type.Array(Type.String()),
});

const getDecisionInput = strictObject({
  id: uuid({ description: 'The `id` of a recorded decision.' }),
  waitMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        `Milliseconds to wait while the outcome is REVIEW; more than ${READ_WAIT_MS_MAX} counts as that. The answer ` +
        'comes as soon as a person has decided.',
    }),
  ),
});

const planInput = strictObject({
  ...PolicyApplyRequestSchema.properties,
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Always true here, whatever is sent: this tool never changes a policy.' }),
  ),
});

const { input: testInput } = PolicyTestCaseSchema.properties;

export const MCP_TOOLS = {
  check_action: tool({
    title: 'Try an action against the policies',
    description:
      'Dry run: what the stored policies would decide about one action. Nothing is recorded, no content is scanned, ' +
      'and there is no event id and no `finalDecision`. It permits nothing: before you act, call decide_action.',
    operation: 'testPolicies',
    scope: 'policies:test',
    records: false,
    input: testInput,
    output: resultOfCheck,
  }),
  decide_action: tool({
    title: 'Ask for permission to act',
    description:
      'Call this before an agent reads, writes, deletes, exports or sends data. It records a real decision. ' +
      `${OBEY} Describe the action truthfully: agent and resource by their registered names.`,
    operation: 'decideEvent',
    scope: 'decisions:write',
    records: true,
    input: strictObject({ ...EventRequestSchema.properties, idempotencyKey }),
    output: DecisionSchema,
  }),
  get_decision: tool({
    title: 'Read a decision',
    description:
      'Reads one recorded decision, for example to learn how a review ended. With `waitMs` it waits while the ' +
      'outcome is REVIEW, for 30 seconds at most. Run the action only when `finalDecision` is ALLOW; on REVIEW ask ' +
      'again, on BLOCK do not run it. `decision` never changes and permits nothing. An error is never an ALLOW.',
    operation: 'readEvent',
    scope: 'decisions:read',
    records: false,
    input: getDecisionInput,
    output: DecisionSchema,
  }),
  list_policies: tool({
    title: 'List the policies',
    description:
      'All policies of the organization, sorted by name, with everything that decides about an action. Reading them ' +
      'permits nothing: before you act, call decide_action.',
    operation: 'listPolicies',
    scope: 'policies:read',
    records: false,
    input: strictObject({}),
    output: PolicyListResponseSchema,
  }),
  test_policies: tool({
    title: 'Test policies',
    description:
      'Runs up to 200 test cases against the stored policies, or against those in `policies`, which are not saved. ' +
      'Nothing is recorded and no content is scanned: `containsSensitiveData` stands in for the scan. `pass` is null ' +
      'where a case expects nothing. The results permit nothing: before you act, call decide_action.',
    operation: 'testPolicies',
    scope: 'policies:test',
    records: false,
    input: PolicyTestRequestSchema,
    output: PolicyTestResponseSchema,
  }),
  plan_policy_changes: tool({
    title: 'Plan changes of the policies',
    description:
      'Plans what applying these policies would create, update and, with `prune`, delete. `brokenClaims` names the ' +
      'guardrails that they would break: with `refuses`, the apply itself would be refused. Nothing is ever changed: ' +
      'show the plan to a person, who applies it with `svc policies apply`. Needs an org-wide LIVE API key ' +
      'with the permission `apply`.',
    operation: 'applyPolicies',
    scope: null,
    records: false,
    input: planInput,
    output: PolicyApplyResponseSchema,
  }),
  check_mcp_tool_call: tool({
    title: 'Ask for permission to call an MCP tool',
    description:
      'Call this before an agent calls a tool of another MCP server. The name of the tool is mapped to an action. ' +
      `The decision is recorded. The arguments are not executed, forwarded or stored. ${OBEY}`,
    operation: 'decideMcpCall',
    scope: null,
    records: true,
    input: strictObject({ ...McpGatewayRequestSchema.properties, idempotencyKey }),
    output: McpGatewayDecisionSchema,
  }),
} as const satisfies Record<string, McpTool>;

export type McpToolName = keyof typeof MCP_TOOLS;
export const MCP_TOOL_NAMES = Object.keys(MCP_TOOLS) as McpToolName[];

export function isMcpToolName(name: string): name is McpToolName {
  return Object.hasOwn(MCP_TOOLS, name);
}

export const NO_SUCH_TOOL = `There is no such tool. The tools are: ${MCP_TOOL_NAMES.join(', ')}.`;

/** The revisions of both eras. Older ones had another transport. */
export const MCP_PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** How the server names itself; its version is that of the build. */
export const MCP_SERVER_INFO = { name: 'svc', title: 'Agent Action Decision Service' };

/** How a model uses the server as a whole. */
export const MCP_INSTRUCTIONS =
  'This server decides whether an action of an AI agent may run. Before each action on data call decide_action, or ' +
  'check_mcp_tool_call before a tool of another server, and run the action only when `finalDecision` is ALLOW. ' +
  'REVIEW means that a person has to approve it: wait with get_decision. BLOCK means that it must not run. An error, ' +
  'a missing answer and the result of check_action or test_policies are never an ALLOW. No tool approves a ' +
  'review or changes a policy.';

function tool<const Scope extends McpScope | null>({
  input,
  output,
  ...rest
}: Omit<McpTool, 'inputSchema' | 'outputSchema' | 'scope'> & { scope: Scope; input: TSchema; output: TSchema }) {
  return { ...rest, inputSchema: toolSchema(input), outputSchema: toolSchema(output) };
}

/** A tool as `tools/list` tells it. */
export function describeTool(name: McpToolName) {
  const { title, description, records, inputSchema, outputSchema }: McpTool = MCP_TOOLS[name];
  const annotations = {
    title,
    readOnlyHint: !records,
    // Recording a decision destroys nothing, and a retry with the same idempotencyKey records nothing more.
    destructiveHint: false,
    idempotentHint: !records,
    openWorldHint: false,
  };
  return { name, title, description, inputSchema, outputSchema, annotations };
}
