// SPDX-License-Identifier: Apache-2.0
/** The metadata of audit entries about grants. */
import type { AuditKind } from './audit-kind.ts';

export const GRANT_KINDS: Readonly<Record<string, AuditKind>> = {
  'grant.created': {
    meaning:
      'Acts like the approved one are let through until `until`. Everything that such an act must have is here. ' +
      '`madeBy` asked for it; the actor gave the last approval. `policyId` is null when the risk score asked.',
    fields: [
      'action',
      'actionDigest',
      'agentId',
      'call',
      'destination',
      'dlpTypes',
      'eventId',
      'madeBy',
      'noteCommitment',
      'policyId',
      'recordsAffectedMax',
      'resourceId',
      'until',
      'usesMax',
    ],
  },
  'grant.ended': {
    meaning:
      'A grant ended after `uses` acts. `reason` says what ended it: REVOKED, a person; MAKER, who made it left or ' +
      'may no longer approve; AGENT, RESOURCE, POLICY, GUARDRAIL and SETTINGS, a change of these; EXPIRED and ' +
      'USED_UP, itself.',
    fields: ['agentId', 'noteCommitment', 'reason', 'uses'],
  },
  'grant.notes_erased': {
    meaning: 'The notes of a grant were erased; the commitments of the entries before can no longer be opened.',
    fields: ['role'],
  },
};
