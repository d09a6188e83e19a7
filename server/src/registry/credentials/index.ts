// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the forms of a credential: headers, schemes, user names and secrets, and what is wrong with one. It refuses to
 * know where it is sent.
 */
export {
  CREDENTIAL_SECRET_CHARACTERS_MAX,
  type Credential,
  checkCredential,
  HEADER_NAME_CHARACTERS_MAX,
  headerNameFault,
  headerTextFault,
  plainTextFault,
  schemeFault,
  userNameFault,
} from './credential-forms.ts';
