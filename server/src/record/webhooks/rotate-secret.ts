// SPDX-License-Identifier: Apache-2.0
/** Makes a new secret for an endpoint: shown at once, and signing from a day later or from now on. */
import type { SecretRotation } from '@svc/contract';
import type pg from 'pg';
import { actAsAdmin, type Changer } from '../../people/memberships/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { type EndpointRow, readEndpoint } from './endpoint.ts';
import { SECRET_OVERLAP_MS } from './limits.ts';
import { generateWebhookSecret } from './secret-form.ts';
import { type SecretColumn, secretBinding } from './secrets.ts';

/**
 * A rotation replaces another one that waits. A disabled endpoint has its secret rotated like any other.
 * @throws ApiError 404 without such a webhook
 */
export async function rotateSecret(
  pool: pg.Pool,
  vault: Vault,
  changer: Changer,
  webhookId: string,
  isNow: boolean,
): Promise<SecretRotation> {
  const { organizationId } = changer;
  const bindingOf = (column: SecretColumn) => secretBinding(organizationId, webhookId, column);
  return await actAsAdmin(pool, changer, async (transaction) => {
    const endpoint = await readEndpoint(transaction, organizationId, webhookId);
    const secret = generateWebhookSecret();
    const sealed = vault.seal(secret, bindingOf(isNow ? 'rotated_secret' : 'next_secret'));
    const now = transaction.clock.now();
    const signsFrom = isNow ? now : new Date(now.getTime() + SECRET_OVERLAP_MS);
    const rows = await transaction.query(ROTATE, [
      organizationId,
      webhookId,
      isNow ? sealed : currentRotated(vault, endpoint, bindingOf),
      isNow ? null : sealed,
      isNow ? null : signsFrom,
      now,
    ]);
    if (rows.length !== 1) throw new Error('an endpoint went away under the lock of its organization');
    const metadata = { signsFrom: signsFrom.toISOString() };
    return {
      result: { secret, ...metadata },
      changes: [{ kind: 'webhook.secret_rotated', subject: { type: 'webhook', id: webhookId }, metadata }],
    };
  });
}

/** The current secret goes on signing: a next secret that has become due is no longer the next one. */
function currentRotated(
  vault: Vault,
  endpoint: EndpointRow,
  bindingOf: (column: SecretColumn) => ReturnType<typeof secretBinding>,
): string | null {
  const { next_secret: next, is_next_due: isDue, rotated_secret: rotated } = endpoint;
  if (next === null || !isDue) return rotated;
  return vault.seal(vault.open(next, bindingOf('next_secret')), bindingOf('rotated_secret'));
}

/** Under the lock of the head, so that two rotations come one after the other. */
const ROTATE = `
  UPDATE svc.webhook_endpoints
  SET rotated_secret = $3, next_secret = $4, next_secret_at = $5, updated_at = $6
  WHERE organization_id = $1 AND id = $2
  RETURNING 1`;
