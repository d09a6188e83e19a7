// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what people do with their own accounts: making one with an organization, proving an address, and changing
 * password, address and profile. Refuses to know cookies and requests, and what members do in an organization.
 */
export { requestEmailChange, requestVerification } from './emails.ts';
export { firstOrganization } from './first-organization.ts';
export { firstOwnerToken } from './first-owner.ts';
export { endGrantsOf, endRights, organizationsOf, proveForNewPerson } from './first-proof.ts';
export { countInvitationMail } from './mail-rate.ts';
export { remakeRecoveryCodes, turnOffTotp } from './mfa.ts';
export { checkName } from './names.ts';
export { createPasskey, removePasskey } from './passkeys.ts';
export { changePassword, forgetPassword, resetPassword } from './passwords.ts';
export { readMe, updateMe } from './profile.ts';
export { isSignUpOpen, type SignUpDeps, signUp } from './sign-up.ts';
export { verifyEmail } from './verify-email.ts';
