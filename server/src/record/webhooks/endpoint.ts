// SPDX-License-Identifier: Apache-2.0
/** One endpoint, for people's actions on it. */

import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

export interface EndpointRow {
  [column: string]: unknown;
  disabled_at: Date | null;
  rotated_secret: string | null;
  next_secret: string | null;
  /** The next secret signs already. */
  is_next_due: boolean;
}

/** @throws ApiError 404 */
export async function readEndpoint(
  transaction: Transaction,
  organizationId: string,
  webhookId: string,
): Promise<EndpointRow> {
  const [row] = await transaction.query<EndpointRow>(SELECT_ENDPOINT, [
    organizationId,
    webhookId,
    transaction.clock.now(),
  ]);
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such webhook.' });
  return row;
}

const SELECT_ENDPOINT = `
  SELECT disabled_at, rotated_secret, next_secret, coalesce(next_secret_at <= $3::timestamptz, false) AS is_next_due
  FROM svc.webhook_endpoints WHERE organization_id = $1 AND id = $2`;

/** @throws ApiError 409 for a disabled endpoint, which gets no deliveries */
export function checkEnabled(endpoint: EndpointRow): void {
  if (endpoint.disabled_at !== null) throw new ApiError('conflict', { message: 'The webhook is disabled.' });
}
