// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what proves a person beside a password: codes of an authenticator app, recovery codes and passkeys, each used
 * once. Refuses to know passwords, sessions and requests.
 */
export { checkSigned } from './assertions.ts';
export { makeStatement, spendStatement } from './challenges.ts';
export { removeFactors, removeFactorsBefore, selectFactors } from './factor-state.ts';
export { hasFactor, needsFactorIn } from './needs-factor.ts';
export { deletePasskey, holdPasskey, listPasskeys } from './passkey-rows.ts';
export { addPasskey, passkeyOptions } from './passkeys.ts';
export { publicKeyOf } from './public-key.ts';
export { renewRecoveryCodes } from './recovery-codes.ts';
export { type FactorDeps, type Party, relyingParty } from './relying-party.ts';
export { checkCode, checkPasskey, passkeySignInOptions } from './second-factor.ts';
export { disableTotp, enableTotp, setUpTotp } from './totp.ts';
