// SPDX-License-Identifier: Apache-2.0
/**
 * The operations of the machine contract, one entry per route. The server registers its routes from this table, and the
 * OpenAPI document is written from it. The two cannot disagree.
 */
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from './limits.ts';
import type { Operation } from './operation.ts';
import { TOOL_RULE_OPERATIONS_OF_KEYS } from './tool-rule-operations.ts';

export type { Operation } from './operation.ts';

export const OPERATIONS = {
  decideEvent: {
    method: 'POST',
    path: '/v1/events',
    tag: 'Decisions',
    summary: 'Decide an action',
    description:
      'Decides before the action runs, and records the decision. BLOCK and REVIEW are answers with status 200, not ' +
      'errors: run the action only when `finalDecision` is ALLOW.',
    permission: 'decide',
    idempotent: true,
    pathParameters: [],
    request: 'EventRequest',
    success: { status: 200, schema: 'Decision' },
    errors: [400, 401, 403, 404, 413, 429, 503],
  },
  readEvent: {
    method: 'GET',
    path: '/v1/events/{id}',
    tag: 'Decisions',
    summary: 'Read a decision',
    description:
      'Reads one decision with its effective outcome. While that is REVIEW, ask again with `waitMs`: the answer then ' +
      'comes as soon as the review is resolved.',
    permission: 'read',
    idempotent: false,
    pathParameters: ['id'],
    queryParameters: {
      waitMs: {
        description:
          'Milliseconds to wait while `finalDecision` is REVIEW; more than 30,000 counts as that. Left out: the ' +
          'answer comes at once. It may come sooner than asked with REVIEW, so pause before you ask again.',
        maximum: 999_999_999,
      },
    },
    request: null,
    success: { status: 200, schema: 'Decision' },
    errors: [400, 401, 403, 404, 429, 503],
  },
  redeemEvent: {
    method: 'POST',
    path: '/v1/events/{id}/redeem',
    tag: 'Decisions',
    summary: 'Redeem an allowed act',
    description:
      'Spends the permission to run the act, once, before it runs. Send the body that was decided: it is compared ' +
      'with the digest of the decision, and refused if it would be blocked now. A call of the HTTP gateway is then ' +
      'forwarded, once. Needs the header `Idempotency-Key`: the same key and body get the same answer.',
    permission: 'decide',
    idempotent: 'always',
    pathParameters: ['id'],
    request: 'RedemptionRequest',
    success: { status: 200, schema: 'RedeemedDecision' },
    errors: [400, 401, 403, 404, 409, 413, 429, 503],
  },
  reportOutcome: {
    method: 'POST',
    path: '/v1/events/{id}/outcome',
    tag: 'Decisions',
    summary: 'Report the outcome of an act',
    description:
      'Says what became of an allowed act: once, and an UNKNOWN may become known within 7 days. An equal report ' +
      'again is the same report. Calls that a gateway forwarded have their outcome from it.',
    permission: 'decide',
    idempotent: true,
    pathParameters: ['id'],
    request: 'OutcomeReport',
    success: { status: 200, schema: 'Decision' },
    errors: [400, 401, 403, 404, 409, 413, 429, 503],
  },
  forwardHttpCall: {
    method: 'POST',
    path: '/v1/gateway/http',
    tag: 'Gateways',
    summary: 'Decide an HTTP call, and forward it',
    description:
      'Decides as `POST /v1/events` does. With `routeId`, and only after an ALLOW, the call is forwarded once to the ' +
      'registered route, with the credential of its integration when the host is one of the allowed hosts. The ' +
      'caller never sees the credential. `gateway.upstream` is null when the call was not forwarded.',
    permission: 'decide',
    idempotent: true,
    pathParameters: [],
    request: 'HttpGatewayRequest',
    success: { status: 200, schema: 'HttpGatewayDecision' },
    errors: [400, 401, 403, 404, 413, 429, 503],
  },
  decideMcpCall: {
    method: 'POST',
    path: '/v1/gateway/mcp',
    tag: 'Gateways',
    summary: 'Decide an MCP tool call',
    description:
      'Maps the name of the tool to an action and decides it. Arguments are never executed or stored, scanned only ' +
      'for a route with `scanBody`, and never forwarded: run the tool only when `gateway.allowed` is true.',
    permission: 'decide',
    idempotent: true,
    pathParameters: [],
    request: 'McpGatewayRequest',
    success: { status: 200, schema: 'McpGatewayDecision' },
    errors: [400, 401, 403, 404, 413, 429, 503],
  },
  listPolicies: {
    method: 'GET',
    path: '/v1/policies',
    tag: 'Policies',
    summary: 'List policies',
    description: 'All policies of the organization, sorted by name in Unicode code point order.',
    permission: 'read',
    idempotent: false,
    pathParameters: [],
    request: null,
    success: { status: 200, schema: 'PolicyListResponse' },
    errors: [401, 403, 429, 503],
  },
  listBudgets: {
    method: 'GET',
    path: '/v1/budgets',
    tag: 'Policies',
    summary: 'List budgets',
    description: 'All budgets of the organization, sorted by name in Unicode code point order.',
    permission: 'read',
    idempotent: false,
    pathParameters: [],
    request: null,
    success: { status: 200, schema: 'BudgetListResponse' },
    errors: [401, 403, 429, 503],
  },
  applyBudgets: {
    method: 'POST',
    path: '/v1/budgets/apply',
    tag: 'Policies',
    summary: 'Apply budgets',
    description:
      'Creates, updates and, with `prune`, deletes budgets by name, in one transaction. Needs an org-wide LIVE key. ' +
      'With `dryRun` it answers the plan and writes nothing.',
    permission: 'apply',
    idempotent: false,
    pathParameters: [],
    request: 'BudgetApplyRequest',
    success: { status: 200, schema: 'BudgetApplyResponse' },
    errors: [400, 401, 403, 409, 413, 429, 503],
  },
  scanContent: {
    method: 'POST',
    path: '/v1/scan',
    tag: 'Policies',
    summary: 'Scan a text',
    description:
      'Finds sensitive data in a text, as the scan of `content` does: its types, their places, and the text with ' +
      '`[TYPE]` in their stead. Nothing is recorded, decided or kept.',
    permission: 'decide',
    idempotent: false,
    pathParameters: [],
    request: 'ScanRequest',
    success: { status: 200, schema: 'ScanResponse' },
    errors: [400, 401, 403, 413, 429, 503],
  },
  ...TOOL_RULE_OPERATIONS_OF_KEYS,
  applyPolicies: {
    method: 'POST',
    path: '/v1/policies/apply',
    tag: 'Policies',
    summary: 'Apply policies',
    description:
      'Creates, updates and, with `prune`, deletes policies by name, in one transaction. Needs an org-wide LIVE key. ' +
      'With `dryRun` it answers the plan and writes nothing. With `refuse` it answers 409 to what loosens anything.',
    permission: 'apply',
    idempotent: false,
    pathParameters: [],
    request: 'PolicyApplyRequest',
    success: { status: 200, schema: 'PolicyApplyResponse' },
    errors: [400, 401, 403, 409, 413, 429, 503],
  },
  testPolicies: {
    method: 'POST',
    path: '/v1/policies/test',
    tag: 'Policies',
    summary: 'Test policies',
    description:
      'Runs test cases through the decision path against the stored policies, or against those in the body. Records ' +
      'neither an event nor an audit entry.',
    permission: 'test',
    idempotent: false,
    pathParameters: [],
    request: 'PolicyTestRequest',
    success: { status: 200, schema: 'PolicyTestResponse' },
    errors: [400, 401, 403, 413, 429, 503],
  },
  analyzePolicies: {
    method: 'GET',
    path: '/v1/policies/analysis',
    tag: 'Policies',
    summary: 'Analyze policies',
    description:
      'Stored policies that can never decide or have no effect, needless fields, agents that are not registered, and ' +
      'thresholds that no event reaches. It holds for every event there can be. Records nothing.',
    permission: 'read',
    idempotent: false,
    pathParameters: [],
    request: null,
    success: { status: 200, schema: 'PolicyAnalysis' },
    errors: [400, 401, 403, 429, 503],
  },
  provePolicies: {
    method: 'POST',
    path: '/v1/policies/prove',
    tag: 'Policies',
    summary: 'Prove claims about policies',
    description:
      'Proves rules about every event, or answers an event that breaks them, for the stored policies or for those in ' +
      'the body. Records neither an event nor an audit entry.',
    permission: 'test',
    idempotent: false,
    pathParameters: [],
    request: 'PolicyProveRequest',
    success: { status: 200, schema: 'PolicyProveResponse' },
    errors: [400, 401, 403, 413, 429, 503],
  },
  sendContact: {
    method: 'POST',
    path: '/public/contact',
    tag: 'Public',
    summary: 'Send the contact form',
    description: 'The contact form of the web site; not for agents or integrations.',
    permission: null,
    idempotent: false,
    pathParameters: [],
    request: 'ContactRequest',
    success: { status: 202, schema: 'ContactResponse' },
    errors: [400, 413, 429, 503],
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

/** The operations that need an API key. */
export type KeyedOperationId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id]['permission'] extends null ? never : Id;
}[OperationId];

/** The members of requests that may hold any JSON string, U+0000 and lone surrogates too: nothing stores them. */
export const UNSTORED_MEMBERS: readonly string[] = ['content', 'body', 'arguments', 'definition', 'metadata'];

/** Printable ASCII, 1 to 255 characters. */
export const IDEMPOTENCY_KEY_PATTERN = `^[\\x20-\\x7e]{1,${IDEMPOTENCY_KEY_CHARACTERS_MAX}}$`;
