// SPDX-License-Identifier: Apache-2.0
/** The words of changes that wait for a second person. */

/** Changes that may wait for a second person, by the operation that asked for them. */
export const PROPOSAL_KINDS = [
  'createPolicy',
  'updatePolicy',
  'deletePolicy',
  'restorePolicyVersion',
  'applyPolicies',
  'updateOrganization',
  'updateNotifications',
  'createAgent',
  'updateAgent',
  'resumeAgent',
  'createResource',
  'updateResource',
  'updateGuardrail',
  'deleteGuardrail',
  'restoreGuardrailVersion',
  'updateBudget',
  'deleteBudget',
  'raiseBudget',
  'applyBudgets',
  'createToolRules',
  'updateToolRules',
  'deleteToolRules',
  'applyToolRules',
  'createHttpRoute',
  'updateHttpRoute',
  'createMcpRoute',
  'updateMcpRoute',
  'applyProvisioning',
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** Records of which a change may let more through. */
export const LOOSER_RECORD_TYPES = [
  'agent',
  'resource',
  'guardrail',
  'budget',
  'tool_rules',
  'http_route',
  'mcp_route',
] as const;
export type LooserRecordType = (typeof LOOSER_RECORD_TYPES)[number];

export const PROPOSAL_STATUSES = ['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];
