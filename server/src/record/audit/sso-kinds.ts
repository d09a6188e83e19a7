// SPDX-License-Identifier: Apache-2.0
/** Entries about the sign-in by the directory of an organization. */
import { type AuditKind, created, deleted, updated } from './audit-kind.ts';

const domain = (meaning: string): AuditKind => ({ meaning, fields: ['domain', 'source'] });
const CONNECTION = 'The connection of the directory';

export const SSO_KINDS: Readonly<Record<string, AuditKind>> = {
  'sso.created': created(CONNECTION, []),
  'sso.updated': updated(CONNECTION, []),
  'sso.deleted': deleted(CONNECTION, []),
  'sso.checked': {
    meaning: 'An owner had the directory tried. `fault` is null for one that can be used.',
    fields: ['fault', 'source'],
  },
  'sso.domain_added': domain('An owner named a domain of the organization, which is not proved yet.'),
  'sso.domain_verified': domain('A domain was proved: by its TXT record, or by the operator.'),
  'sso.domain_lost': domain('Another organization proved the domain, and the TXT record of this one was gone.'),
  'sso.domain_removed': domain('A domain was given up.'),
  'member.directory_linked': {
    meaning: 'A person of the directory got their account. The subject is the account; `newAccount`: it was made then.',
    fields: ['issuer', 'newAccount', 'source'],
  },
};
