// SPDX-License-Identifier: Apache-2.0
/** Adds a passkey under a name that its person gives. */
import type { PasskeyCreated, PasskeyCreation } from '@svc/contract';
import type { Client } from '../../people/activity/index.ts';
import { addPasskey, type FactorDeps } from '../../people/factors/index.ts';
import { checkName } from './names.ts';

/** @throws ApiError 400 for a bad name or an answer that does not hold; 409 for one too many, or a known one */
export async function createPasskey(
  deps: FactorDeps,
  accountId: string,
  creation: PasskeyCreation,
  client: Client,
): Promise<PasskeyCreated> {
  checkName('name', creation.name);
  return await addPasskey(deps, accountId, creation, client);
}
