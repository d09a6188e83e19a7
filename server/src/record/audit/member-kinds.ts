// SPDX-License-Identifier: Apache-2.0
/** Kinds of entries about members. */
import type { AuditKind } from './audit-kind.ts';

export const MEMBER_KINDS: Readonly<Record<string, AuditKind>> = {
  'member.added': {
    meaning: 'A person became a member. The subject is the account.',
    fields: ['after', 'role', 'source'],
    optional: { invitationId: 'when the person accepted an invitation' },
  },
  'member.removed': {
    meaning: 'An owner, an admin or an operator ended a membership. The subject is the account.',
    fields: ['before', 'role', 'source'],
  },
  'member.left': { meaning: 'A member left the organization.', fields: ['before', 'role', 'source'] },
  'member.signing_key_added': {
    meaning: 'A member let a passkey sign approvals. The subject is the account.',
    fields: ['keyThumbprint', 'source'],
  },
  'member.signing_key_removed': {
    meaning: 'A passkey signs no more approvals: its person ended that, deleted it, or left.',
    fields: ['keyThumbprint', 'source'],
  },
  'member.password_set': {
    meaning: 'A member got another password by a provisioning file or an operator; every session of the person ended.',
    fields: ['source'],
    optional: { factorsRemoved: 'true when an operator took second factors away too' },
  },
  'member.sessions_ended': { meaning: 'An operator ended every session of a member.', fields: ['source'] },
};
