// SPDX-License-Identifier: Apache-2.0
/** Which roles of an organization receive which notices. Changes are made by owners and admins, and audited. */
import {
  ESCALATION_ROLES,
  fieldFault,
  type LooserSetting,
  type NotificationChange,
  type NotificationName,
  type NotificationSettings,
  type Role,
} from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import { mailedRolesOf } from '../../outgoing/mail/index.ts';
import { changeAs } from '../../people/memberships/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import { fieldsThatDiffer, type HeldChanger } from '../../registry/records/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';

export async function readNotificationSettings(pool: pg.Pool, organizationId: string): Promise<NotificationSettings> {
  return await inTransaction(pool, [organizationId], (transaction) => selectSettings(transaction, organizationId));
}

/**
 * Omitted fields keep their value.
 * @param changer `asRole`: the role of the one who asked for it, where another person accepts it
 * @throws ApiError 400 for quiet hours without length, and for an integration that is not there or of another kind
 */
export async function updateNotificationSettings(
  pool: pg.Pool,
  changer: HeldChanger & { asRole?: Role },
  change: NotificationChange,
): Promise<NotificationSettings> {
  const { organizationId } = changer;
  if (change.quietHours && change.quietHours.from === change.quietHours.until) {
    throw invalid('quietHours', fieldFault('SAME_TIME'));
  }
  const refusal = await changeAs(pool, changer, ['OWNER', 'ADMIN'], async (transaction, caller) => {
    const { nowMs } = caller;
    const role = changer.asRole ?? caller.role;
    const stored = await selectSettings(transaction, organizationId);
    await checkIntegration(transaction, organizationId, 'chatIntegrationId', change.chatIntegrationId);
    await checkIntegration(transaction, organizationId, 'ticketIntegrationId', change.ticketIntegrationId);
    const second = change.escalation?.chatIntegrationId;
    await checkIntegration(transaction, organizationId, 'escalation.chatIntegrationId', second);
    const incident = change.escalation?.incidentIntegrationId;
    await checkIntegration(transaction, organizationId, 'escalation.incidentIntegrationId', incident);
    const escalation = escalationAfter(stored.escalation, change.escalation);
    const after = { ...stored, ...change, escalation, mails: ordered({ ...stored.mails, ...change.mails }) };
    const changes = changesOf(organizationId, shown(stored), shown(after));
    const settings = await looserEscalation(transaction, organizationId, stored.escalation, after.escalation, role);
    const held = await changer.hold({ transaction, ...changer }, { settings });
    if (held.refusal !== null) return { result: held.refusal, changes: held.changes };
    if (changes.length > 0) await writeSettings(transaction, organizationId, after, nowMs);
    await noteWhoPasses(transaction, organizationId, {
      before: stored.escalation,
      after: after.escalation,
      role,
      nowMs,
    });
    return { result: null, changes: [...changes, ...held.changes] };
  });
  if (refusal !== null) throw refusal;
  return await readNotificationSettings(pool, organizationId);
}

type EscalationRole = (typeof ESCALATION_ROLES)[number];

interface SettingsRow extends Record<string, unknown> {
  mails: Partial<Record<NotificationName, Role[]>> | null;
  chatIntegrationId: string | null;
  ticketIntegrationId: string | null;
  escalate_after_percent: number | null;
  escalate_to: EscalationRole[] | null;
  escalate_chat_id: string | null;
  escalate_incident_id: string | null;
  quiet_from: string | null;
  quiet_until: string | null;
  timeZone: string;
  updated_at: Date | null;
}

/** @param transaction sees the organization */
export async function selectSettings(transaction: Transaction, organizationId: string): Promise<NotificationSettings> {
  const [row] = await transaction.query<SettingsRow>(SELECT_SETTINGS, [organizationId]);
  if (row === undefined) throw new Error('settings of an organization that is not there');
  const { quiet_from: from, quiet_until: until } = row;
  return {
    mails: ordered(mailedRolesOf(row.mails ?? {})),
    chatIntegrationId: row.chatIntegrationId,
    ticketIntegrationId: row.ticketIntegrationId,
    quietHours: from === null || until === null ? null : { from, until },
    escalation: escalationOf(row),
    timeZone: row.timeZone,
    updatedAt: row.updated_at?.toISOString() ?? null,
  };
}

function escalationOf(row: SettingsRow): NotificationSettings['escalation'] {
  const { escalate_after_percent: afterPercent, escalate_to: roles, escalate_chat_id: chatIntegrationId } = row;
  if (afterPercent === null || roles === null) return null;
  return { afterPercent, roles, chatIntegrationId, incidentIntegrationId: row.escalate_incident_id };
}

/** Callers from before incidents leave the system of incidents out, and do not end it. */
function escalationAfter(stored: Escalation, given: NotificationChange['escalation']): Escalation {
  if (given === undefined) return stored;
  if (given === null) return null;
  const { incidentIntegrationId = stored?.incidentIntegrationId ?? null, ...rest } = given;
  return { ...rest, incidentIntegrationId };
}

/** An organization that has set nothing has no row. */
const SELECT_SETTINGS = `
  SELECT s.mails, s.chat_integration_id AS "chatIntegrationId", s.ticket_integration_id AS "ticketIntegrationId",
    s.escalate_after_percent, s.escalate_to, s.escalate_chat_id, s.escalate_incident_id,
    s.quiet_from, s.quiet_until, o.time_zone AS "timeZone", s.updated_at
  FROM svc.organizations o LEFT JOIN svc.notice_settings s USING (organization_id)
  WHERE o.organization_id = $1`;

async function writeSettings(
  transaction: Transaction,
  organizationId: string,
  { mails, chatIntegrationId, ticketIntegrationId, quietHours, escalation }: NotificationSettings,
  nowMs: number,
): Promise<void> {
  await transaction.query(WRITE_SETTINGS, [
    organizationId,
    JSON.stringify(mails),
    chatIntegrationId,
    ticketIntegrationId,
    quietHours?.from ?? null,
    quietHours?.until ?? null,
    new Date(nowMs),
    escalation?.afterPercent ?? null,
    escalation === null ? null : ESCALATION_ROLES.filter((role) => escalation.roles.includes(role)),
    escalation?.chatIntegrationId ?? null,
    escalation?.incidentIntegrationId ?? null,
  ]);
}

const WRITE_SETTINGS = `
  INSERT INTO svc.notice_settings (organization_id, mails, chat_integration_id, ticket_integration_id, quiet_from,
    quiet_until, updated_at, escalate_after_percent, escalate_to, escalate_chat_id, escalate_incident_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (organization_id) DO UPDATE SET
    mails = excluded.mails, chat_integration_id = excluded.chat_integration_id,
    ticket_integration_id = excluded.ticket_integration_id, quiet_from = excluded.quiet_from,
    quiet_until = excluded.quiet_until, updated_at = excluded.updated_at,
    escalate_after_percent = excluded.escalate_after_percent, escalate_to = excluded.escalate_to,
    escalate_chat_id = excluded.escalate_chat_id, escalate_incident_id = excluded.escalate_incident_id`;

type Escalation = NotificationSettings['escalation'];

/**
 * An owner lets reviews pass to roles that their policy left out: those made from then on, or since the same roles were
 * set. Values that an admin set stay the admin's until an owner changes them: to save them again is no consent.
 */
async function noteWhoPasses(
  transaction: Transaction,
  organizationId: string,
  { before, after, role, nowMs }: { before: Escalation; after: Escalation; role: Role; nowMs: number },
): Promise<void> {
  if (fieldsThatDiffer({ escalation: before }, { escalation: after }).length === 0) return;
  const isWider = after?.roles.some((one) => before?.roles.includes(one) !== true) ?? true;
  await transaction.query(NOTE_WHO_PASSES, [organizationId, after === null ? null : role, new Date(nowMs), isWider]);
}

/** An owner lets reviews pass to further roles, or sooner. An admin's setting reaches only roles that could before. */
async function looserEscalation(
  transaction: Transaction,
  organizationId: string,
  before: Escalation,
  after: Escalation,
  role: Role,
): Promise<LooserSetting[]> {
  if (role !== 'OWNER' || after === null || fieldsThatDiffer({ on: before }, { on: after }).length === 0) return [];
  const [row] = await transaction.query<{ by: Role | null }>(SELECT_WHO_PASSES, [organizationId]);
  const isWidened = before === null || after.roles.some((one) => !before.roles.includes(one));
  const isSooner = before === null || after.afterPercent < before.afterPercent;
  if (row?.by === 'OWNER' && !isWidened && !isSooner) return [];
  return [{ field: 'escalation', before, after }];
}

const SELECT_WHO_PASSES = `SELECT escalate_role AS by FROM svc.notice_settings WHERE organization_id = $1`;

const NOTE_WHO_PASSES = `
  UPDATE svc.notice_settings SET escalate_role = $2,
    escalate_set_at = CASE WHEN escalate_role = 'OWNER' AND NOT $4 THEN escalate_set_at ELSE $3 END
  WHERE organization_id = $1`;

const KINDS = {
  chatIntegrationId: 'CHAT_WEBHOOK',
  ticketIntegrationId: 'TICKET',
  'escalation.chatIntegrationId': 'CHAT_WEBHOOK',
  'escalation.incidentIntegrationId': 'INCIDENT',
} as const;
const NOUNS = { CHAT_WEBHOOK: 'chat', TICKET: 'ticket system', INCIDENT: 'system of incidents' } as const;

/** @throws ApiError 400 */
async function checkIntegration(
  transaction: Transaction,
  organizationId: string,
  field: keyof typeof KINDS,
  id: string | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) return;
  const rows = await transaction.query(SELECT_INTEGRATION, [organizationId, id, KINDS[field]]);
  if (rows.length === 0) throw invalid(field, fieldFault('NO_SUCH_INTEGRATION', { noun: NOUNS[KINDS[field]] }));
}

const SELECT_INTEGRATION = `SELECT 1 FROM svc.integrations WHERE organization_id = $1 AND id = $2 AND kind = $3`;

/** Roles have one order, so that the same choice never looks like a change. */
function ordered(mails: Readonly<Record<NotificationName, readonly Role[]>>): NotificationSettings['mails'] {
  const sorted = Object.entries(mails).map(([name, roles]) => [name, ROLE_ORDER.filter((one) => roles.includes(one))]);
  return Object.fromEntries(sorted) as NotificationSettings['mails'];
}

const ROLE_ORDER: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER'];

/** The settings in the form that the audit chain keeps. */
function shown(settings: NotificationSettings): JsonObject {
  const { mails, chatIntegrationId, ticketIntegrationId, quietHours, escalation } = settings;
  return { mails, chatIntegrationId, ticketIntegrationId, quietHours, escalation };
}

function changesOf(organizationId: string, before: JsonObject, after: JsonObject) {
  const changedFields = fieldsThatDiffer(before, after);
  if (changedFields.length === 0) return [];
  const picked = (values: JsonObject) => Object.fromEntries(changedFields.map((name) => [name, values[name] ?? null]));
  return [
    {
      kind: 'notifications.updated',
      subject: { type: 'organization', id: organizationId },
      metadata: { changedFields, before: picked(before), after: picked(after) },
    },
  ];
}
