// SPDX-License-Identifier: Apache-2.0
/** Entries about provisioning by the directory of an organization. They name people by the ids of their accounts. */
import type { AuditKind } from './audit-kind.ts';

const token = (meaning: string): AuditKind => ({ meaning, fields: ['expiresAt', 'prefix', 'source'] });

export const SCIM_KINDS: Readonly<Record<string, AuditKind>> = {
  'scim.token_created': token('A token of the directory was made. The subject is the token.'),
  'scim.token_revoked': token('A token of the directory was revoked. The subject is the token.'),
  'scim.user_created': {
    meaning: 'The directory named a person. The subject is the account; `newAccount`: it was made then.',
    fields: ['newAccount', 'source'],
  },
  'scim.user_updated': {
    meaning: 'The directory names a person otherwise: `changedFields` are the attributes, without their values.',
    fields: ['changedFields', 'source'],
  },
  'scim.user_deleted': { meaning: 'The directory deleted a person. The subject is the account.', fields: ['source'] },
};
