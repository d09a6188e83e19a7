// SPDX-License-Identifier: Apache-2.0
/**
 * The formats of the files that people take along: an account, an organization, its recent events, data held about a
 * person, and answers about decisions. None holds a password, a secret, the hash of one or an identifier of a payment.
 * Every field is listed: a file has no others.
 */

import { type Static, Type } from 'typebox';
import { HeldDataSchema } from './app/held-data.ts';
import { LgpdAnswerSchema } from './app/lgpd-answer.ts';
import { connectedAppProperties } from './connected-app-export.ts';
import {
  ACTIVITY_KINDS,
  CLASSIFICATIONS,
  DECISIONS,
  DESTINATIONS,
  DLP_TYPES,
  EVENT_ACTIONS,
  LANGUAGES,
  LGPD_CATEGORIES,
  NOTIFICATIONS,
  OUTCOME_SOURCES,
  REDEMPTION_STATUSES,
  REPORTED_OUTCOMES,
  REVIEW_STATUSES,
  RISK_LEVELS,
  ROLES,
} from './enums.ts';
import { DIRECTORY_PERSON, idOrNull, rows, text, textOrNull, timeOrNull } from './export-parts.ts';
import { draft7 } from './json-schema.ts';
import { OrganizationExportSchema } from './organization-export-format.ts';
import { dateTime, nullable, nullableEnum, strictObject, stringEnum, uuid } from './schema.ts';

export const ACCOUNT_EXPORT_FORMAT = 'svc.account-export/v1';
export const COMPLIANCE_EXPORT_FORMAT = 'svc.compliance-export/v1';

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
  directories: rows(
    { organizationId: uuid(), issuer: text(), subject: text(), linkedAt: dateTime(), signedInAt: dateTime() },
    'How the directories of those organizations name the person.',
  ),
  provisioned: rows(
    {
      organizationId: uuid(),
      ...DIRECTORY_PERSON,
      createdAt: dateTime(),
      updatedAt: dateTime(),
    },
    'Names and addresses that those directories gave the person by SCIM.',
  ),
  chatUsers: rows(
    { organizationId: uuid(), team: text(), user: text(), createdAt: dateTime() },
    'Users of a chat that the person confirmed to be themselves.',
  ),
  signingKeys: rows(
    { organizationId: uuid(), keyThumbprint: text(), createdAt: dateTime() },
    'Passkeys that sign approvals, by the SHA-256 of their public keys.',
  ),
  connectedApps: rows(connectedAppProperties, 'Apps that the person has connected, without their tokens.'),
  sessions: rows(
    { ...client, createdAt: dateTime(), lastUsedAt: dateTime() },
    'The sessions of the person, without the tokens.',
  ),
  activity: rows(
    {
      at: dateTime(),
      kind: stringEnum(ACTIVITY_KINDS),
      ...client,
      details: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
    },
    'The history of the account, newest first, as far back as it is kept.',
  ),
});
export type AccountExport = Static<typeof AccountExportSchema>;

const event = strictObject({
  id: uuid(),
  seq: Type.Integer({ description: 'Number of its entry in the audit chain.' }),
  createdAt: dateTime(),
  agentId: uuid(),
  agent: text('The name at the time.'),
  resourceId: uuid(),
  resource: text(),
  classification: stringEnum(CLASSIFICATIONS),
  action: stringEnum(EVENT_ACTIONS),
  destination: nullableEnum(DESTINATIONS),
  recordsAffected: nullable(Type.Integer()),
  decision: stringEnum(DECISIONS, { description: 'The value as recorded.' }),
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
  contentScanned: nullable(Type.Boolean({ description: 'Whether there was a text to scan; null for old events.' })),
  actionDigest: textOrNull(),
  redemption: nullableEnum(REDEMPTION_STATUSES, { description: 'At the time of the export; null unless it is ALLOW.' }),
  redeemableUntil: timeOrNull(),
  redeemedAt: timeOrNull(),
  outcome: nullableEnum(REPORTED_OUTCOMES),
  outcomeSource: nullableEnum(OUTCOME_SOURCES),
  outcomeRecordsAffected: nullable(Type.Integer()),
  outcomeCode: textOrNull(),
  outcomeReportedAt: timeOrNull(),
  outcomeAmendedAt: timeOrNull(),
  exceedsStated: nullable(Type.Boolean()),
  outcomeMissing: Type.Boolean(),
  purpose: textOrNull('This and the next three: what the agent said.'),
  destinationName: textOrNull(),
  session: textOrNull(),
  link: textOrNull(),
  grantId: idOrNull(),
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
  'held-data': HeldDataSchema,
  'lgpd-answer': LgpdAnswerSchema,
} as const;

/** The JSON Schema (draft 7) of each format, by the name of its file. */
export function exportSchemas(): Record<keyof typeof FILES, Record<string, unknown>> {
  const documents = Object.entries(FILES).map(([name, schema]) => {
    const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: name.replace('-', ' ') };
    return [name, { ...head, ...(draft7(schema) as object) }];
  });
  return Object.fromEntries(documents);
}
