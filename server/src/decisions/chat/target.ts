// SPDX-License-Identifier: Apache-2.0
/** The chat or ticket system of a post, with its secrets, which stay in memory. */
import type { Role, TicketMethod } from '@svc/contract';
import type pg from 'pg';
import { openTextOrNull, type Vault } from '../../platform/vault/index.ts';
import { selectSecretRole } from '../../registry/integrations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

export type Target =
  | {
      provider: 'SLACK';
      channel: string;
      botToken: string;
      signingSecret: string;
      /** Answers of this chat count for this role at most. */
      roleMax: Role;
    }
  | { provider: 'INCOMING_WEBHOOK'; url: string }
  | {
      provider: 'TICKET';
      url: string;
      updateUrl: string | null;
      method: TicketMethod;
      headers: readonly { name: string; value: string }[];
      bodyTemplate: string;
    };

interface Row extends Record<string, unknown> {
  kind: 'HTTP' | 'CHAT_WEBHOOK' | 'TICKET';
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
  const { settings } = row;
  const binding = { organizationId, table: 'integrations', column: 'secret', rowId: integrationId };
  const text = row.secret === null ? '{}' : openTextOrNull(vault, row.secret, binding);
  if (text === null) return null;
  const secrets = JSON.parse(text) as Record<string, unknown>;
  if (row.kind === 'TICKET') return { ...settings, headers: [], ...secrets, provider: 'TICKET' } as unknown as Target;
  if (row.kind === 'CHAT_WEBHOOK') return { ...settings, ...secrets, roleMax } as unknown as Target;
  return null;
}

const SELECT_TARGET = `
  SELECT i.kind, i.settings, i.secret
  FROM svc.integrations i JOIN svc.organizations o USING (organization_id)
  WHERE i.organization_id = $1 AND i.id = $2 AND o.unconfirmed_since IS NULL`;
