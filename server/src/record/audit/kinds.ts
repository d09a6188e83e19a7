// SPDX-License-Identifier: Apache-2.0
/**
 * The metadata of an audit entry of each kind. The reference is written from this, and tests check it. A secret appears
 * in `before` and `after` as `changed`; so does an address that may hold one.
 */

import { ANOMALY_KINDS } from './anomaly-kinds.ts';
import { type AuditKind, created, deleted, updated } from './audit-kind.ts';
import { BUDGET_KINDS } from './budget-kinds.ts';
import { CHAIN_KINDS } from './chain-kinds.ts';
import { GRANT_KINDS } from './grant-kinds.ts';
import { GROUP_KINDS } from './group-kinds.ts';
import { MEMBER_KINDS } from './member-kinds.ts';
import { SCIM_KINDS } from './scim-kinds.ts';
import { SSO_KINDS } from './sso-kinds.ts';
import { WEBHOOK_KINDS } from './webhook-kinds.ts';

const SOURCE_NOTE = { keyPrefix: 'when a key made the change' } as const;

const POLICY_NOTES = {
  ...SOURCE_NOTE,
  noteCommitment: 'the salted digest of the note, when the person wrote why',
  restoredFrom: 'when the set was brought back to that version',
} as const;

const GUARDRAIL_NOTES = { restoredFrom: 'when it was brought back to that version' } as const;

const checked = (what: string, fields: readonly string[] = []): AuditKind => ({
  meaning:
    `A person had ${what} tried by one call. \`status\` is null when there was no answer, \`fault\` is null when ` +
    'there was a whole one.',
  fields: ['fault', 'host', 'latencyMs', ...fields, 'name', 'source', 'status', 'withCredential'],
});

const noted = (meaning: string): AuditKind => ({ meaning, fields: ['source'] });
const answered = (meaning: string): AuditKind => ({ meaning, fields: ['authorId', 'change', 'source'] });

const KEY_FIELDS = ['keyPrefix', 'kind', 'name'];
const STATUS_FIELDS = ['after', 'before', 'name', 'source'];
const REASON_NOTE = { reasonCommitment: 'the salted digest of the reason, when one was given' } as const;
const POLICY_FIELDS = ['name', 'policySetVersion'];

/** `noteCommitment` is null without a note, else the salted digest of the note. The note itself is not in the chain. */
const RESOLUTION_FIELDS = ['channel', 'eventId', 'noteCommitment', 'role'];

const GROUP_NOTE = { group: 'the group by which the person may answer, where their role may not' } as const;

const ANSWER_NOTES = {
  ...GROUP_NOTE,
  signature:
    'when a passkey signed it: `{ alg, publicKey, credentialIdHash, authenticatorData, clientDataJSON, signature, ' +
    'nonce, expiresAt }`',
  grant: 'with a signature: that of the statement, or null',
} as const;

const OUTCOME_FIELDS = ['actionDigest', 'code', 'exceedsStated', 'recordsAffected', 'status'];

const KINDS: Readonly<Record<string, AuditKind>> = {
  'decision.recorded': {
    meaning: 'An action was decided. The subject is the event; `sandbox` is true for a TEST key.',
    fields: [
      ...['action', 'actionDigest', 'agentId', 'agentName', 'classification', 'contentScanned'],
      'contextCommitments',
      'decision',
      'destination',
      'dlpFindings',
      'evaluatedDecision',
      'keyPrefix',
      'lgpdCategories',
      'monitored',
      'payload',
      'policyId',
      'policySetVersion',
      'quotaExceeded',
      'recordsAffected',
      'resourceId',
      'resourceName',
      'riskLevel',
      'riskScore',
      'sandbox',
    ],
    optional: {
      approvals: 'when a review waits for several people, or for signatures: `{ count, signed }`',
      budgetId: 'when a budget determined the outcome',
      door: 'the way in by which it was asked: `API`, `MCP_GATEWAY`, `CLAUDE_CODE` and others',
      gateway:
        'when a call was asked about: `{ definition, method, protocol, routeId, tool }`; `definition` is there where ' +
        'that of the tool is not the registered one: `CHANGED` or `UNKNOWN`',
      grantId: 'when a grant let it through: `policyId` would ask',
      redeemed: 'true where it ran at once: it was redeemed with its decision, and has no `redemption.made`',
    },
  },
  'redemption.made': {
    meaning:
      'An allowed act was redeemed: it may be run, once. `actionDigest` and `grantId` are those of the decision.',
    fields: ['actionDigest', 'grantId', 'keyPrefix'],
  },
  'redemption.refused': {
    meaning:
      'An act was not redeemed; once for each event and reason. `reason` is the code of the answer, `fields` names ' +
      'what differed from the decided act.',
    fields: ['fields', 'reason'],
  },
  'outcome.reported': {
    meaning:
      'It was reported what became of an allowed act. `exceedsStated`: more records than the decision was asked for.',
    fields: OUTCOME_FIELDS,
  },
  'outcome.amended': { meaning: 'An outcome that was UNKNOWN became known.', fields: OUTCOME_FIELDS },
  'event.context_erased': {
    meaning:
      'What the agent had said about its act was erased, by field. The commitments of the decision stay and can no ' +
      'longer be opened.',
    fields: ['fields', 'role'],
  },
  'gateway.called': {
    meaning:
      'A call was forwarded. The subject is its event. `status` is null when there was no response, `error` is null ' +
      'when there was a whole one, `outcome unknown` when the service stopped before it knew.',
    fields: ['credentialId', 'error', 'keyPrefix', 'latencyMs', 'method', 'protocol', 'routeId', 'sandbox', 'status'],
  },
  'review.approved': {
    meaning:
      'A person approved a review. The subject is the review, which has the id of its event. `actionDigest` is null ' +
      'for an event of an older version.',
    fields: ['actionDigest', ...RESOLUTION_FIELDS],
    optional: {
      earlier: 'when several people had to approve: `{ accountId, role, channel, seq }` of those before',
      ...ANSWER_NOTES,
    },
  },
  'review.approval_added': {
    meaning: 'A person approved a review that waits for more people. `given` of `needed` approvals count now.',
    fields: ['accountId', 'actionDigest', ...RESOLUTION_FIELDS, 'given', 'needed'],
    optional: { ...ANSWER_NOTES, grant: 'its bounds, when the first one asks for a grant, and as they are signed' },
  },
  'review.denied': { meaning: 'A person denied a review.', fields: RESOLUTION_FIELDS, optional: GROUP_NOTE },
  'review.expired': {
    meaning: 'No one resolved a review before `expiresAt`, from which moment on it counts as expired.',
    fields: ['eventId', 'expiresAt'],
  },
  'review.escalated': {
    meaning:
      'No one who may resolve a review had opened it after `afterPercent` of its time: it was passed on to `roles`. ' +
      '`approverRoles` are all who may resolve it from then on.',
    fields: ['afterPercent', 'approverRoles', 'chatIntegrationId', 'eventId', 'roles'],
    optional: {
      approverGroups: 'groups that may resolve it too, when there are some',
      incidentIntegrationId: 'the integration that opens an incident, where there is one',
    },
  },
  'review.note_erased': {
    meaning: 'The note of a review was erased; the commitment of the entry before stays and can no longer be opened.',
    fields: ['channel', 'eventId', 'role'],
    optional: { accountId: 'when the note is that of one of several approvals: whose' },
  },
  ...ANOMALY_KINDS,
  ...GRANT_KINDS,
  ...SSO_KINDS,
  ...SCIM_KINDS,
  ...CHAIN_KINDS,
  'policy.created': { ...created('A policy', POLICY_FIELDS), optional: POLICY_NOTES },
  'policy.updated': { ...updated('A policy', POLICY_FIELDS), optional: POLICY_NOTES },
  'policy.deleted': { ...deleted('A policy', POLICY_FIELDS), optional: POLICY_NOTES },
  'policy_version.note_erased': noted('The note of a change of policies was erased; its commitment opens no more.'),
  'policy.tests_changed': {
    meaning: 'A person changed the test cases of a policy. `before` and `after` tell their number and SHA-256.',
    fields: ['after', 'before', 'name', 'source'],
  },
  ...BUDGET_KINDS,
  'tool_rules.created': { ...created('A set of tool rules'), optional: SOURCE_NOTE },
  'tool_rules.updated': { ...updated('A set of tool rules'), optional: SOURCE_NOTE },
  'tool_rules.deleted': { ...deleted('A set of tool rules'), optional: SOURCE_NOTE },
  'guardrail.created': { ...created('A guardrail'), optional: GUARDRAIL_NOTES },
  'guardrail.updated': { ...updated('A guardrail'), optional: GUARDRAIL_NOTES },
  'guardrail.deleted': deleted('A guardrail'),
  'proposal.made': {
    meaning: 'A change waits for a second person: its operation, and the policy or version that it is about.',
    fields: ['change', 'changed', 'expiresAt', 'source'],
    optional: SOURCE_NOTE,
  },
  'proposal.accepted': answered('A second person accepted it. The entries of the change stand beside this one.'),
  'proposal.declined': answered('A second person declined it; nothing was changed.'),
  'proposal.withdrawn': answered('Its author withdrew it; nothing was changed.'),
  'organization.created': created('The organization', []),
  'organization.updated': updated('The organization', []),
  'chat_link.created': {
    meaning: 'A member confirmed a user of a chat to be themselves.',
    fields: ['integrationId', 'source'],
  },
  'chat_link.deleted': {
    meaning: 'A member ended that.',
    fields: ['integrationId', 'source'],
  },
  'chat_link.ended': {
    meaning: 'The chat got a new signing secret or bot token, which ended the link of this member.',
    fields: ['integrationId', 'source'],
  },
  'connected_app.connected': {
    meaning: 'A person connected an app by OAuth, with these scopes. `mayAsk`: it may ask them to resolve reviews.',
    fields: ['clientHost', 'mayAsk', 'scopes', 'source'],
  },
  'connected_app.revoked': {
    meaning: 'A person ended the connection of an app.',
    fields: ['clientHost', 'source'],
  },
  'connected_app.ended': {
    meaning:
      'A connection ended by itself: CLIENT, its app gave it back; REPLAY, a code or token came a second time; ' +
      'RESTORE, an operator restored a backup.',
    fields: ['reason', 'source'],
  },
  'notifications.updated': updated('Who is told of reviews and anomalies', []),
  'agent.created': created('An agent'),
  'agent.updated': updated('An agent'),
  'agent.paused': {
    meaning: 'An agent was paused: whatever it asks is BLOCK.',
    fields: STATUS_FIELDS,
    optional: REASON_NOTE,
  },
  'agent.resumed': { meaning: 'A paused agent was made active again.', fields: STATUS_FIELDS, optional: REASON_NOTE },
  'agent.reasons_erased': {
    meaning: 'The reasons of the pauses of an agent were erased; their commitments stay and can no longer be opened.',
    fields: ['erased', 'name', 'source'],
  },
  'agent.deleted': deleted('An agent'),
  'resource.created': created('A resource'),
  'resource.updated': updated('A resource'),
  'resource.deleted': deleted('A resource'),
  'key.created': created('An API key', KEY_FIELDS),
  'key.updated': updated('An API key', KEY_FIELDS),
  'key.revoked': {
    meaning: 'An API key was revoked; `before` is what it was.',
    fields: ['before', ...KEY_FIELDS, 'source'],
  },
  'key.rotated': {
    meaning: 'An API key was replaced by a new one with its name. It works until `revokesAt`, and is then revoked.',
    fields: ['graceHours', ...KEY_FIELDS, 'newKeyId', 'newKeyPrefix', 'revokesAt', 'source'],
  },
  'integration.created': created('An integration'),
  'integration.updated': updated('An integration'),
  'integration.deleted': deleted('An integration'),
  'integration.checked': checked('an integration'),
  'http_route.created': created('An HTTP route'),
  'http_route.updated': updated('An HTTP route'),
  'http_route.deleted': deleted('An HTTP route'),
  'http_route.checked': checked('an HTTP route', ['method']),
  'mcp_route.created': created('An MCP route'),
  'mcp_route.updated': updated('An MCP route'),
  'mcp_route.deleted': deleted('An MCP route'),
  'webhook.created': created('A webhook endpoint', []),
  'webhook.updated': updated('A webhook endpoint', []),
  'webhook.enabled': { meaning: 'A person enabled a webhook endpoint again.', fields: ['source'] },
  'webhook.deleted': {
    meaning: 'A person deleted a webhook endpoint. What had not been sent to it yet is not sent.',
    fields: ['before', 'source'],
  },
  ...WEBHOOK_KINDS,
  'member.invited': {
    meaning: 'A person was invited, or the invitation was sent again. The subject is the invitation.',
    fields: ['role', 'source'],
  },
  'invitation.revoked': { meaning: 'An invitation was taken back.', fields: ['role', 'source'] },
  ...MEMBER_KINDS,
  ...GROUP_KINDS,
  'organization.access_unconfirmed': {
    meaning:
      'The only member proved an address of an account that another person may have made. API keys, webhooks and ' +
      'integrations wait for the answer of this member.',
    fields: ['source'],
  },
  'organization.access_answered': {
    meaning: 'The only member answered: KEEP, they work again; END, each of them was ended.',
    fields: ['answer', 'source'],
  },
  'organization.adopted': {
    meaning: 'An operator let a provisioning file manage an organization that people made.',
    fields: ['source'],
  },
  'organization.sessions_ended': {
    meaning: 'An operator ended every session of the deployment. The subject is the organization.',
    fields: ['source'],
  },
  'member.role_changed': { meaning: 'A member got another role.', fields: ['after', 'before', 'role', 'source'] },
};

/** Changes name the role in which a person made them. */
const withActorRole = (kind: AuditKind): AuditKind =>
  kind.fields.includes('source') || kind.optional?.source !== undefined
    ? { ...kind, optional: { ...kind.optional, actorRole: 'when a person made the change in the app' } }
    : kind;

export const AUDIT_KINDS: Readonly<Record<string, AuditKind>> = Object.fromEntries(
  Object.entries(KINDS).map(([name, kind]) => [name, withActorRole(kind)]),
);
