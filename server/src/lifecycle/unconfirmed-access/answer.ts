// SPDX-License-Identifier: Apache-2.0
/** The answer of an owner: all of it works again, or all of it ends. */
import type { AccessAnswer } from '@svc/contract';
import type pg from 'pg';
import { selectSettings, settingChanges, writeSettings } from '../../organization/organizations/index.ts';
import { type Changer, changeAsOwner, type Entrant } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { deleteWebhook } from '../../record/webhooks/index.ts';
import { revokeApiKey } from '../../registry/api-keys/index.ts';
import { deleteHttpRoute } from '../../registry/gateway-routes/index.ts';
import { deleteIntegration } from '../../registry/integrations/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { readUnconfirmedAccess } from './read.ts';

/**
 * Each is ended by itself, and the rest waits on: an answer that a fault cut short is given again.
 * @throws ApiError 404 for an organization of which nothing waits for this person
 */
export async function answerAccess(
  { pool, vault }: { pool: pg.Pool; vault: Vault },
  entrant: Entrant,
  { organizationId, answer }: AccessAnswer,
): Promise<void> {
  const changer: Changer = { accountId: entrant.accountId, organizationId: organizationId.toLowerCase() };
  const waiting = await waitingIn(pool, entrant, changer.organizationId);
  if (answer === 'END') await endAll(pool, vault, changer, () => waitingIn(pool, entrant, changer.organizationId));
  await changeAsOwner(pool, changer, async (transaction, nowMs) => {
    const released = await transaction.query(RELEASE, [changer.organizationId]);
    if (released.length === 0) throw nothingWaits();
    const subject = { type: 'organization', id: changer.organizationId };
    const ended = answer === 'END' ? await endCopies(transaction, waiting, nowMs) : [];
    const answered = { kind: 'organization.access_answered', subject, metadata: { answer } };
    return { result: undefined, changes: [...ended, answered] };
  });
}

/** Copies of checkpoints go nowhere any more. */
async function endCopies(transaction: Transaction, { id, name }: Waiting, nowMs: number): Promise<Change[]> {
  const stored = await selectSettings(transaction, id);
  if (stored === undefined) throw new Error('an owner of an organization that is not there');
  const settings = { ...stored, checkpointUrl: null };
  const changes = settingChanges(id, stored, settings);
  if (changes.length > 0) await writeSettings(transaction, { id, name }, settings, nowMs);
  return changes;
}

const RELEASE = `
  UPDATE svc.organizations SET unconfirmed_since = NULL
  WHERE organization_id = $1 AND unconfirmed_since IS NOT NULL
  RETURNING 1`;

type Waiting = Awaited<ReturnType<typeof readUnconfirmedAccess>>['organizations'][number];

/** @throws ApiError 404 */
async function waitingIn(pool: pg.Pool, entrant: Entrant, organizationId: string): Promise<Waiting> {
  const { organizations } = await readUnconfirmedAccess(pool, entrant);
  const waiting = organizations.find(({ id }) => id === organizationId);
  if (waiting === undefined) throw nothingWaits();
  return waiting;
}

const nothingWaits = () =>
  new ApiError('not_found', { message: 'Nothing in this organization waits for your answer.' });

async function endAll(pool: pg.Pool, vault: Vault, changer: Changer, read: () => Promise<Waiting>): Promise<void> {
  let { apiKeys, webhooks, integrations } = await read();
  while (apiKeys.total + webhooks.total + integrations.total > 0) {
    for (const { id } of apiKeys.items) await revokeApiKey(pool, changer, id);
    for (const { id } of webhooks.items) await deleteWebhook(pool, changer, id);
    for (const { id } of integrations.items) {
      for (const routeId of await routesWith(pool, changer, id)) await deleteHttpRoute(pool, changer, routeId);
      await deleteIntegration(pool, vault, changer, id);
    }
    ({ apiKeys, webhooks, integrations } = await read());
  }
}

async function routesWith(pool: pg.Pool, { organizationId }: Changer, integrationId: string): Promise<string[]> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ id: string }>(SELECT_ROUTES, [organizationId, integrationId]),
  );
  return rows.map(({ id }) => id);
}

const SELECT_ROUTES = `SELECT id FROM svc.http_routes WHERE organization_id = $1 AND integration_id = $2`;
