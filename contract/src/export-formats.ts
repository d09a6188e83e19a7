/**
 * The formats of the files that people take along: of an account, of an organization, and of its recent events. None
 * holds a password, a secret, a hash or an identifier of a payment. Every field is listed: a file has no others.
 */
import { type Static, type TProperties, Type } from 'typebox';
import { connectedAppProperties } from './connected-app-export.ts';
import {
  ACTIVITY_KINDS,
  AGENT_STATUSES,
  CHAT_PROVIDERS,
  CLASSIFICATIONS,
  CREDENTIAL_TYPES,
  DECISIONS,
  DESTINATIONS,
  DLP_TYPES,
  EVENT_ACTIONS,
  HTTP_METHODS,
  INTEGRATION_KINDS,
  KEY_KINDS,
  LANGUAGES,
  LGPD_CATEGORIES,
  NOTIFICATIONS,
  PLANS,
  POLICY_MODES,
  REVIEW_STATUSES,
  RISK_LEVELS,
  ROLES,
} from './enums.ts';
import { draft7 } from './json-schema.ts';
import type { PolicyInput } from './policies.ts';
import { dateTime, nullable, nullableEnum, strictObject, stringEnum, uuid } from './schema.ts';

export const ACCOUNT_EXPORT_FORMAT = 'svc.account-export/v1';
export const ORGANIZATION_EXPORT_FORMAT = 'svc.organization-export/v1';
export const COMPLIANCE_EXPORT_FORMAT = 'svc.compliance-export/v1';

const text = (description?: string) => Type.String(description === undefined ? {} : { description });
const textOrNull = (description?: string) => nullable(text(description));
const timeOrNull = (description?: string) => nullable(dateTime(description === undefined ? {} : { description }));
const idOrNull = () => nullable(uuid());
const rows = <Properties extends TProperties>(properties: Properties, description: string) =>
  Type.Array(strictObject(properties), { description });

const times = { createdAt: dateTime(), updatedAt: dateTime() };
const client = {
  browser: textOrNull(),
  system: textOrNull(),
  network: textOrNull('The address, coarsely: IPv4 by its /24, IPv6 by its /48.'),
};

export const AccountExportSchema = strictObject({
  format: stringEnum([ACCOUNT_EXPORT_FORMAT]),
  exportedAt: dateTime(),
  profile: strictObject({
    id: uuid(),
    email: text(),
    name: text(),
    createdAt: dateTime(),
    emailVerifiedAt: timeOrNull(),
    pendingEmail: textOrNull('An address that counts once its link was opened.'),
    language: nullableEnum(LANGUAGES),
    notifications: strictObject(
      Object.fromEntries(NOTIFICATIONS.map((name) => [name, Type.Boolean()])) as Record<
        (typeof NOTIFICATIONS)[number],
        ReturnType<typeof Type.Boolean>
      >,
      { description: 'Which mails the person wants.' },
    ),
  }),
  secondFactors: strictObject({
    authenticatorApp: Type.Boolean(),
    recoveryCodes: Type.Integer({ description: 'How many are left.' }),
    passkeys: rows({ name: text(), createdAt: dateTime(), lastUsedAt: timeOrNull() }, 'Without their keys.'),
  }),
  memberships: rows(
    { organizationId: uuid(), name: text(), role: stringEnum(ROLES), joinedAt: dateTime() },
    'Organizations that the person is a member of.',
  ),
  chatUsers: rows(
    { organizationId: uuid(), team: text(), user: text(), createdAt: dateTime() },
    'Users of a chat that the person confirmed to be themselves.',
  ),
  connectedApps: rows(connectedAppProperties, 'Apps that the person has connected, without their tokens.'),
  sessions: rows(
    { ...client, createdAt: dateTime(), lastUsedAt: dateTime() },
    'Where the person is signed in, without the tokens.',
  ),
  activity: rows(
    {
      at: dateTime(),
      kind: stringEnum(ACTIVITY_KINDS),
      ...client,
      details: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
    },
    'What happened to the account, newest first, as far back as it is kept.',
  ),
});
export type AccountExport = Static<typeof AccountExportSchema>;

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
  riskReviewAt: Type.Integer(),
  riskBlockAt: Type.Integer(),
  requireMfa: Type.Boolean(),
  alternatives: Type.Boolean(),
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
      provider: nullableEnum(CHAT_PROVIDERS),
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
    { id: uuid(), name: text(), agentId: idOrNull(), resourceId: idOrNull(), scanBody: Type.Boolean(), ...times },
    'Routes of the MCP gateway.',
  ),
  webhooks: rows(
    {
      id: uuid(),
      url: text('Scheme and host: the rest may hold a secret.'),
      description: textOrNull(),
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
      spec: Type.Unsafe<Omit<PolicyInput, 'name'>>({ type: 'object', description: 'As in `GET /v1/policies`.' }),
      cases: Type.Array(Type.Unknown(), { description: 'Its test cases, as in `POST /v1/policies/test`.' }),
    },
    'The policies that hold, by name.',
  ),
});
export type OrganizationExport = Static<typeof OrganizationExportSchema>;

const event = strictObject({
  id: uuid(),
  seq: Type.Integer({ description: 'Number of its entry in the audit chain.' }),
  createdAt: dateTime(),
  agentId: uuid(),
  agent: text('Its name at the time.'),
  resourceId: uuid(),
  resource: text(),
  classification: stringEnum(CLASSIFICATIONS),
  action: stringEnum(EVENT_ACTIONS),
  destination: nullableEnum(DESTINATIONS),
  recordsAffected: nullable(Type.Integer()),
  decision: stringEnum(DECISIONS, { description: 'As recorded.' }),
  finalDecision: stringEnum(DECISIONS, { description: 'With the review, at the time of the export.' }),
  evaluatedDecision: stringEnum(DECISIONS),
  monitored: Type.Boolean(),
  riskLevel: stringEnum(RISK_LEVELS),
  riskScore: Type.Integer(),
  reasons: Type.Array(text()),
  policyId: idOrNull(),
  policy: textOrNull('Name of the matched policy.'),
  dlpFindings: Type.Array(stringEnum(DLP_TYPES)),
  lgpdCategories: Type.Array(stringEnum(LGPD_CATEGORIES)),
  quotaExceeded: Type.Boolean(),
  reviewStatus: nullableEnum(REVIEW_STATUSES, { description: 'null: no person was asked.' }),
  reviewDecidedAt: timeOrNull(),
  reviewDecidedBy: idOrNull(),
  reviewDecidedRole: nullableEnum(ROLES),
  reviewChannel: textOrNull('`app` or `chat`.'),
  reviewNote: textOrNull(),
});
export type ComplianceEvent = Static<typeof event>;

/** The columns of the CSV file, which has a line for each event. */
export const COMPLIANCE_COLUMNS = Object.keys(event.properties) as readonly (keyof ComplianceEvent)[];

export const ComplianceExportSchema = strictObject({
  format: stringEnum([COMPLIANCE_EXPORT_FORMAT]),
  exportedAt: dateTime(),
  organization: strictObject({ id: uuid(), name: text() }),
  from: dateTime({ description: 'The file has every LIVE event from this moment on, until `exportedAt`.' }),
  events: Type.Array(event, { description: 'In the order of the audit chain.' }),
});
export type ComplianceExport = Static<typeof ComplianceExportSchema>;

const FILES = {
  'account-export': AccountExportSchema,
  'organization-export': OrganizationExportSchema,
  'compliance-export': ComplianceExportSchema,
} as const;

/** The JSON Schema (draft 7) of each format, by the name of its file. */
export function exportSchemas(): Record<keyof typeof FILES, Record<string, unknown>> {
  const documents = Object.entries(FILES).map(([name, schema]) => {
    const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: name.replace('-', ' ') };
    return [name, { ...head, ...(draft7(schema) as object) }];
  });
  return Object.fromEntries(documents);
}
