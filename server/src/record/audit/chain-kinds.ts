// SPDX-License-Identifier: Apache-2.0
/** Entries about the chain itself, and about exports. */
import type { AuditKind } from './audit-kind.ts';

export const CHAIN_KINDS: Readonly<Record<string, AuditKind>> = {
  'audit.exported': {
    meaning: 'A person exported the chain up to the entry `lastSeq`. The subject is the organization.',
    fields: ['lastSeq'],
  },
  'audit.loss_accepted': {
    meaning:
      'An operator accepted that the database lost entries of this chain. A process had answered with the entry ' +
      '`lostSeq`, whose hash is `lostHash`; the chain in the database ended with `foundSeq` when it was found.',
    fields: ['foundSeq', 'lostHash', 'lostSeq', 'source'],
  },
  'organization.exported': {
    meaning: 'A person exported the settings and records of the organization.',
    fields: ['format', 'source'],
  },
  'answer.exported': {
    meaning:
      'A person made an answer under article 20 of the LGPD about so many `decisions`, as `format` in `language`. ' +
      'The subject is the event that was asked about.',
    fields: ['decisions', 'format', 'language', 'source'],
  },
  'compliance.exported': {
    meaning: 'A person exported the LIVE events from `from` on, until the entry `lastSeq`, as `format`.',
    fields: ['format', 'from', 'lastSeq', 'source'],
  },
};
