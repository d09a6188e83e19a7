// SPDX-License-Identifier: Apache-2.0
/** The format of the export of an organization: its settings and records, without secrets and events. */
import { type Static, Type } from 'typebox';
import type { BudgetSpec } from './budgets.ts';
import {
  AGENT_STATUSES,
  CLASSIFICATIONS,
  CREDENTIAL_TYPES,
  DESTINATIONS,
  DLP_TYPES,
  EVENT_ACTIONS,
  GROUP_SOURCES,
  HTTP_METHODS,
  INTEGRATION_KINDS,
  INTEGRATION_PROVIDERS,
  KEY_KINDS,
  KEY_PERMISSIONS,
  PLANS,
  POLICY_MODES,
  ROLES,
  WEBHOOK_FORMATS,
} from './enums.ts';
import { DIRECTORY_PERSON, idOrNull, rows, text, textOrNull, timeOrNull, times } from './export-parts.ts';
import { GRANT_END_REASONS } from './grant-words.ts';
import { approvalsProperty, type PolicyInput } from './policies.ts';
import type { PolicyClaim } from './policy-proofs.ts';
import { dateTime, nullable, nullableEnum, strictObject, stringEnum, uuid } from './schema.ts';
import { type ToolRule, UNLISTED_TOOLS } from './tool-rules.ts';

export const ORGANIZATION_EXPORT_FORMAT = 'svc.organization-export/v1';

const organization = strictObject({
  id: uuid(),
  name: text(),
  createdAt: dateTime(),
  plan: stringEnum(PLANS),
  eventsPerMonth: nullable(Type.Integer({ description: 'null: no limit.' })),
  agentsMax: nullable(Type.Integer()),
  retentionDays: nullable(Type.Integer()),
  timeZone: text('IANA name.'),
  enforcement: stringEnum(POLICY_MODES),
  reviewExpiryMinutes: Type.Integer(),
  ...{ riskReviewAt: Type.Integer(), riskBlockAt: Type.Integer() },
  requireMfa: Type.Boolean(),
  loosenNeedsTwo: Type.Boolean(),
  alternatives: Type.Boolean(),
  assistantApprovals: Type.Boolean(),
  approvalValidMinutes: Type.Integer(),
  outcomeMinutes: Type.Integer(),
  grantHoursMax: Type.Integer(),
  contextKept: Type.Boolean(),
  reviewDefaults: approvalsProperty,
  checkpointUrl: textOrNull('Scheme and host: the rest may hold a secret.'),
});

const notifications = strictObject({
  mails: Type.Unsafe<Record<string, string[]>>({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string', enum: [...ROLES] } },
    description: 'The roles that get each mail.',
  }),
  chatIntegrationId: idOrNull(),
  ticketIntegrationId: idOrNull(),
  quietHours: nullable(strictObject({ from: text('`HH:MM`.'), until: text() })),
  escalation: nullable(
    strictObject({
      afterPercent: Type.Integer(),
      roles: Type.Array(stringEnum(ROLES)),
      chatIntegrationId: idOrNull(),
      incidentIntegrationId: idOrNull(),
    }),
  ),
});

export const OrganizationExportSchema = strictObject({
  format: stringEnum([ORGANIZATION_EXPORT_FORMAT]),
  exportedAt: dateTime(),
  organization,
  notifications,
  usage: rows({ month: text('UTC, `YYYY-MM`.'), events: Type.Integer() }, 'LIVE events of each month.'),
  members: rows({ id: uuid(), email: text(), name: text(), role: stringEnum(ROLES), joinedAt: dateTime() }, 'People.'),
  directories: rows(
    {
      id: uuid(),
      issuer: text(),
      clientId: text(),
      scopes: Type.Array(text()),
      roleClaim: textOrNull(),
      roles: Type.Array(strictObject({ value: text(), role: stringEnum(ROLES) })),
      defaultRole: nullableEnum(ROLES),
      enabled: Type.Boolean(),
      required: Type.Boolean(),
      breakGlass: Type.Array(uuid()),
      sessionHours: Type.Integer(),
      ...times,
    },
    'The directory by which people sign in, if there is one.',
  ),
  directoryDomains: rows(
    { domain: text(), verifiedBy: nullableEnum(['DNS', 'OPERATOR']), verifiedAt: timeOrNull(), createdAt: dateTime() },
    'Domains whose addresses the directory speaks for.',
  ),
  directoryPeople: rows(
    { id: uuid(), issuer: text(), subject: text(), createdAt: dateTime(), signedInAt: dateTime() },
    'Members as the directory names them; `id` is that of the member.',
  ),
  provisionedPeople: rows({ id: uuid(), accountId: uuid(), ...DIRECTORY_PERSON, ...times }, 'People of SCIM.'),
  groups: rows(
    { id: uuid(), name: text(), source: stringEnum(GROUP_SOURCES), claimValue: textOrNull(), ...times },
    'Groups of members.',
  ),
  groupMembers: rows({ id: uuid(), groupId: uuid(), createdAt: dateTime() }, 'Members of groups, by their ids.'),
  signingKeys: rows(
    { id: uuid(), accountId: uuid(), keyThumbprint: text(), createdAt: dateTime() },
    'Passkeys of members that sign approvals.',
  ),
  invitations: rows(
    {
      id: uuid(),
      email: text(),
      role: stringEnum(ROLES),
      invitedBy: uuid(),
      createdAt: dateTime(),
      expiresAt: dateTime(),
    },
    'Invitations that were not accepted yet.',
  ),
  agents: rows(
    {
      id: uuid(),
      name: text(),
      description: textOrNull(),
      status: stringEnum(AGENT_STATUSES),
      permissions: nullable(Type.Array(strictObject({ action: text(), resource: text() }))),
      ...times,
    },
    'Agents; permissions of null restrict nothing beyond policies.',
  ),
  resources: rows(
    { id: uuid(), name: text(), description: textOrNull(), classification: stringEnum(CLASSIFICATIONS), ...times },
    'Resources.',
  ),
  apiKeys: rows(
    {
      id: uuid(),
      name: text(),
      kind: stringEnum(KEY_KINDS),
      agentId: idOrNull(),
      permissions: Type.Array(stringEnum(KEY_PERMISSIONS)),
      allowedIps: nullable(Type.Array(text())),
      createdBy: idOrNull(),
      expiresAt: timeOrNull(),
      revokesAt: timeOrNull(),
      revokedAt: timeOrNull(),
      ...times,
    },
    'API keys, revoked ones too, without any part of the key.',
  ),
  integrations: rows(
    {
      id: uuid(),
      name: text(),
      kind: stringEnum(INTEGRATION_KINDS),
      allowedHosts: Type.Array(text()),
      credentialType: nullableEnum(CREDENTIAL_TYPES, { description: 'Without its values.' }),
      provider: nullableEnum(INTEGRATION_PROVIDERS),
      channel: textOrNull(),
      ...times,
    },
    'Integrations.',
  ),
  httpRoutes: rows(
    {
      id: uuid(),
      name: text(),
      baseUrl: text(),
      integrationId: idOrNull(),
      resourceId: idOrNull(),
      agentIds: nullable(Type.Array(uuid())),
      actions: nullable(Type.Array(stringEnum(EVENT_ACTIONS))),
      methods: nullable(Type.Array(stringEnum(HTTP_METHODS))),
      timeoutMs: Type.Integer(),
      scanBody: Type.Boolean(),
      ...times,
    },
    'Routes of the HTTP gateway; null restricts nothing.',
  ),
  mcpRoutes: rows(
    {
      ...{ id: uuid(), name: text(), agentId: idOrNull(), resourceId: idOrNull(), scanBody: Type.Boolean() },
      tools: nullable(Type.Array(Type.Object({ name: text(), digest: text() }))),
      ...times,
    },
    'Routes of the MCP gateway.',
  ),
  toolRules: rows(
    {
      ...{ id: uuid(), name: text(), description: textOrNull(), agent: textOrNull(), resource: textOrNull() },
      rules: Type.Array(Type.Unsafe<ToolRule>({ type: 'object' }), {
        description: 'The rules as `GET /v1/tool-rules` answers them.',
      }),
      unlisted: stringEnum(UNLISTED_TOOLS),
      ...times,
    },
    'Sets of tool rules.',
  ),
  webhooks: rows(
    {
      id: uuid(),
      url: text('Scheme and host: the rest may hold a secret.'),
      description: textOrNull(),
      format: stringEnum(WEBHOOK_FORMATS),
      disabledAt: timeOrNull(),
      ...times,
    },
    'Webhook endpoints.',
  ),
  policies: rows(
    {
      id: uuid(),
      name: text(),
      updatedAt: dateTime(),
      spec: Type.Unsafe<Omit<PolicyInput, 'name'>>({
        type: 'object',
        description: 'The policy as `GET /v1/policies` answers it.',
      }),
      cases: Type.Array(Type.Unknown(), {
        description: 'The test cases of the policy, as in `POST /v1/policies/test`.',
      }),
    },
    'The policies that hold, by name.',
  ),
  guardrails: rows(
    {
      id: uuid(),
      name: text(),
      claim: Type.Unsafe<Omit<PolicyClaim, 'name'>>({
        type: 'object',
        description: 'The claim as `POST /v1/policies/prove` takes it.',
      }),
      enforcing: Type.Boolean(),
      version: Type.Integer(),
      ...times,
    },
    'The guardrails of the organization.',
  ),
  budgets: rows(
    {
      id: uuid(),
      name: text(),
      spec: Type.Unsafe<Omit<BudgetSpec, 'name'>>({
        type: 'object',
        description: 'The budget as `GET /v1/budgets` answers it, without its name.',
      }),
      series: Type.Integer({ description: 'The number of its count.' }),
      since: dateTime({ description: 'From then on the series counts.' }),
      raisedWindow: timeOrNull(),
      raisedAmount: nullable(Type.Integer()),
      raisedNote: textOrNull(),
      ...times,
    },
    'The budgets of the organization.',
  ),
  counts: rows(
    {
      of: uuid({ description: 'The budget or the grant.' }),
      sandbox: Type.Boolean(),
      bucket: text('The ids of the agent and the resource that it counts for, where it does.'),
      windowStart: dateTime(),
      windowEnd: timeOrNull(),
      used: Type.Integer(),
    },
    'The counts of budgets and grants.',
  ),
  grants: rows(
    {
      id: uuid(),
      eventId: uuid(),
      agentId: uuid(),
      action: stringEnum(EVENT_ACTIONS),
      resourceId: uuid(),
      destination: nullableEnum(DESTINATIONS),
      call: nullable(strictObject({ protocol: text(), routeId: idOrNull(), method: textOrNull(), tool: textOrNull() })),
      dlpTypes: Type.Array(stringEnum(DLP_TYPES)),
      recordsAffectedMax: Type.Integer(),
      policyId: idOrNull(),
      until: dateTime(),
      usesMax: nullable(Type.Integer()),
      uses: Type.Integer(),
      note: textOrNull(),
      madeBy: uuid(),
      madeAt: dateTime(),
      endedAt: timeOrNull(),
      endedReason: nullableEnum(GRANT_END_REASONS),
      endedBy: idOrNull(),
      endNote: textOrNull(),
    },
    'Grants, also those that have ended.',
  ),
});
export type OrganizationExport = Static<typeof OrganizationExportSchema>;
