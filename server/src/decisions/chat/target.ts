// SPDX-License-Identifier: Apache-2.0
/** The chat or ticket system of a post, with its secrets, which stay in memory. */
import type { IntegrationKind, Role, TicketMethod } from '@svc/contract';
import type pg from 'pg';
import { openTextOrNull, type Vault } from '../../platform/vault/index.ts';
import { type ProviderSettings, selectSecretRole } from '../../registry/integrations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

type SettingsOf<Provider extends string> = Extract<ProviderSettings, { provider: Provider }>;

/** Answers of such a chat count for this role at most. */
interface Answered {
  roleMax: Role;
}

export type Target =
  | (SettingsOf<'SLACK'> & Answered & { botToken: string; signingSecret: string })
  | (SettingsOf<'TEAMS'> & Answered & { clientSecret: string })
  | (SettingsOf<'JIRA'> & { token: string })
  | (SettingsOf<'SERVICENOW'> & { token: string })
  | (SettingsOf<'GITHUB'> & { token: string })
  | (SettingsOf<'PAGERDUTY'> & { routingKey: string })
  | { provider: 'INCOMING_WEBHOOK'; url: string }
  | {
      provider: 'TICKET';
      url: string;
      updateUrl: string | null;
      method: TicketMethod;
      headers: readonly { name: string; value: string }[];
      bodyTemplate: string;
    };

/** The target of this provider. */
export type TargetOf<Provider extends Target['provider']> = Extract<Target, { provider: Provider }>;

interface Row extends Record<string, unknown> {
  kind: IntegrationKind;
  settings: Record<string, unknown> | null;
  secret: string | null;
}

/** @returns null for an integration that is gone, unconfirmed or without settings, or whose secret cannot be opened */
export async function readTarget(
  pool: pg.Pool,
  vault: Vault,
  { organizationId, integrationId }: { organizationId: string; integrationId: string },
): Promise<Target | null> {
  const { row, roleMax } = await inTransaction(pool, [organizationId], async (transaction) => {
    const [found] = await transaction.query<Row>(SELECT_TARGET, [organizationId, integrationId]);
    return { row: found, roleMax: await selectSecretRole(transaction, organizationId, integrationId) };
  });
  if (row?.settings == null || roleMax === null) return null;
  const { kind, settings } = row;
  const binding = { organizationId, table: 'integrations', column: 'secret', rowId: integrationId };
  const text = row.secret === null ? '{}' : openTextOrNull(vault, row.secret, binding);
  if (text === null) return null;
  const secrets = JSON.parse(text) as Record<string, unknown>;
  return kind === 'HTTP' ? null : targetOf(settings, secrets, roleMax);
}

/** The settings and the opened secrets of any integration but HTTP. */
export function targetOf(settings: object, secrets: object, roleMax: Role): Target {
  const provider = (settings as { provider: string | null }).provider ?? 'TICKET';
  return { headers: [], ...settings, ...secrets, provider, roleMax } as unknown as Target;
}

const SELECT_TARGET = `
  SELECT i.kind, i.settings, i.secret
  FROM svc.integrations i JOIN svc.organizations o USING (organization_id)
  WHERE i.organization_id = $1 AND i.id = $2 AND o.unconfirmed_since IS NULL`;
