// SPDX-License-Identifier: Apache-2.0
/** Refuses to register an address that no call of the organization could ever reach. */

import { type AddressReach, readWebAddress } from '../../outgoing/egress/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

/**
 * @param field the name of the field that holds the address
 * @param given in any spelling that people write
 * @throws ApiError 400
 */
export async function checkReachable(
  { transaction, organizationId }: { transaction: Transaction; organizationId: string },
  reach: AddressReach,
  field: string,
  given: string,
): Promise<void> {
  const { href, fault: unread } = readWebAddress(given);
  if (href === undefined) throw invalid(field, unread);
  const [row] = await transaction.query<{ private_networks: boolean }>(SELECT_PERMISSION, [organizationId]);
  const fault = reach.faultOf(href, { owner: organizationId, privateNetworks: row?.private_networks ?? false });
  if (fault !== null) throw invalid(field, fault);
}

const SELECT_PERMISSION = `SELECT private_networks FROM svc.organizations WHERE organization_id = $1`;
