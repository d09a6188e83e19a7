// SPDX-License-Identifier: Apache-2.0
/** Changes of second factors that ask for the password once more. */
import type { MfaConfirmation, RecoveryCodes } from '@svc/contract';
import type { Client } from '../../people/activity/index.ts';
import { checkBreakGlassOf } from '../../people/entry/index.ts';
import {
  checkCode,
  disableTotp,
  type FactorDeps,
  renewRecoveryCodes,
  selectFactors,
} from '../../people/factors/index.ts';
import { checkPassword, type PasswordDeps, type Person } from '../../people/sessions/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

type MfaDeps = PasswordDeps & FactorDeps;

/**
 * Turns the codes of the app off.
 * @throws ApiError 401 for a wrong password or code; 409 when they are off, or needed; 429
 */
export async function turnOffTotp(
  deps: MfaDeps,
  person: Person,
  proof: MfaConfirmation,
  client: Client,
): Promise<void> {
  await confirm(deps, person, proof, client);
  const { id } = person.user;
  await disableTotp(deps, id, client, (transaction) => checkBreakGlassOf(transaction, id));
}

/** Ten new recovery codes; the old ones end. @throws ApiError 401; 409 without a second factor; 429 */
export async function remakeRecoveryCodes(
  deps: MfaDeps,
  person: Person,
  proof: MfaConfirmation,
  client: Client,
): Promise<RecoveryCodes> {
  await confirm(deps, person, proof, client);
  return { recoveryCodes: await renewRecoveryCodes(deps.pool, person.user.id, client) };
}

/** A code is needed where the account has an app; with passkeys alone the recent sign-in used one. */
async function confirm(deps: MfaDeps, { user }: Person, { password, code }: MfaConfirmation, client: Client) {
  const account = await checkPassword(deps, { email: user.email, password, client });
  if (account?.id !== user.id) throw new ApiError('invalid_credentials');
  const { totp } = await inTransaction(deps.pool, [], (transaction) => selectFactors(transaction, user.id));
  if (!totp && code === undefined) return;
  // The person is signed in here.
  const by = { client, isKnownBrowser: true };
  if (code === undefined || !(await checkCode(deps, user.id, code, by))) throw new ApiError('invalid_credentials');
}
