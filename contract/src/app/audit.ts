// SPDX-License-Identifier: Apache-2.0
/** The audit chain as people read, check and prove it. */
import { type Static, Type } from 'typebox';
import { AUDIT_ENTRY_NUMBER_CHARACTERS_MAX, LIST_SEARCH_CHARACTERS_MAX, LISTED_METADATA_BYTES_MAX } from '../limits.ts';
import { dateTime, nullable, strictObject, stringEnum } from '../schema.ts';
import { pageProperties, searchedListOf } from './lists.ts';

export const AuditListQuerySchema = strictObject({
  ...pageProperties,
  kind: Type.Optional(
    Type.String({ maxLength: LIST_SEARCH_CHARACTERS_MAX, description: 'A kind, or its first part: `review`.' }),
  ),
  actor: Type.Optional(Type.String({ maxLength: LIST_SEARCH_CHARACTERS_MAX, description: 'The id of an actor.' })),
  subject: Type.Optional(Type.String({ maxLength: LIST_SEARCH_CHARACTERS_MAX, description: 'The id of a subject.' })),
  from: Type.Optional(dateTime({ description: 'The earliest moment of an entry, inclusive.' })),
  to: Type.Optional(dateTime({ description: 'The latest moment of an entry, exclusive.' })),
  q: Type.Optional(
    Type.String({
      maxLength: LIST_SEARCH_CHARACTERS_MAX,
      description: 'A number, id or hash, or a part of the kind or of the metadata; letter case aside.',
    }),
  ),
});
export type AuditListQuery = Static<typeof AuditListQuerySchema>;

export const AuditItemSchema = Type.Object({
  seq: Type.Integer(),
  at: dateTime(),
  kind: Type.String(),
  actor: Type.Object({
    type: Type.String(),
    id: Type.String(),
    name: nullable(Type.String({ description: 'The current name of the person or key. Null if it was deleted.' })),
  }),
  subject: Type.Object({ type: Type.String(), id: Type.String() }),
  metadata: Type.Unknown({
    description:
      'An object; the reference lists the fields of each kind. In a list, null where it is longer than ' +
      `${LISTED_METADATA_BYTES_MAX} bytes: \`GET /audit/{seq}\` has it whole.`,
  }),
  decision: nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The metadata of the decision that a review or a call belongs to, while the event is kept. ' +
          'It is not part of the entry or its hash.',
      },
    ),
  ),
  prevHash: Type.String(),
  hash: Type.String(),
});
export type AuditItem = Static<typeof AuditItemSchema>;

export const AuditListSchema = searchedListOf(AuditItemSchema);
export type AuditList = Static<typeof AuditListSchema>;

export const AUDIT_VERDICTS = ['VALID', 'NOT_VALID', 'UNFINISHED'] as const;

export const AuditVerificationSchema = Type.Object({
  verdict: stringEnum(AUDIT_VERDICTS, {
    description: 'UNFINISHED: the entries read in time are valid. To check all of them, verify an export.',
  }),
  entries: Type.Integer({ description: 'The number of entries found valid.' }),
  lastHash: Type.String({ description: 'The hash of the last valid entry.' }),
  checkpoints: Type.Integer(),
  checkpoint: nullable(Type.String({ description: 'The last signed note found valid.' })),
  key: Type.String({ description: 'The verifier key of the organization.' }),
  fault: nullable(
    Type.Object({
      seq: nullable(Type.Integer({ description: 'The first entry that is invalid, or may be.' })),
      code: Type.String(),
      message: Type.String(),
    }),
  ),
});
export type AuditVerification = Static<typeof AuditVerificationSchema>;

export const AuditReplayQuerySchema = strictObject({
  from: Type.Optional(dateTime({ description: 'The earliest moment of a decision, inclusive.' })),
  to: Type.Optional(dateTime({ description: 'The latest moment of a decision, exclusive.' })),
});
export type AuditReplayQuery = Static<typeof AuditReplayQuerySchema>;

/** NOT_VALID: the chain itself is not as it was signed, and nothing is said about its decisions. */
export type AuditReplayVerdict = 'ALIKE' | 'DIFFERS' | 'UNDECIDED' | 'NOT_VALID';

/**
 * Why a decision cannot be decided again. LACKS_FACT: its entry lacks one, as an older build wrote it. UNKNOWN_VALUE:
 * it holds a value that this build does not know. OTHER_EDITION: a build with other tables decided. NO_SETTING: no
 * entry before it tells the setting. UNREADABLE_RULE: one tells a rule in a form that this build does not know.
 */
export type AuditUndecidedReason = 'LACKS_FACT' | 'UNKNOWN_VALUE' | 'OTHER_EDITION' | 'NO_SETTING' | 'UNREADABLE_RULE';

export interface AuditReplayOutcome {
  verdict: AuditReplayVerdict;
  /** The number of entries that were read. */
  entries: number;
  alike: number;
  differing: number;
  /** The first of those that differ, each with its first field that does. */
  first: { seq: number; field: string; recorded: unknown; follows: unknown }[];
  /** One for each reason; `of` names the field or the kind of record. */
  undecided: { reason: AuditUndecidedReason; of: string; count: number; firstSeq: number }[];
}

/** A line of the answer: progress while it goes on, the outcome at the end. */
export type AuditReplayLine =
  | { progress: { entries: number; entriesTotal: number; decisions: number } }
  | { outcome: AuditReplayOutcome };

export const AuditProofSchema = Type.Object({
  seq: Type.Integer(),
  hash: Type.String({ description: 'The hash of the entry, in 64 hex digits.' }),
  covered: nullable(
    Type.Object({
      index: Type.Integer({ description: 'The index of the leaf: one less than `seq`.' }),
      size: Type.Integer({ description: 'Entries that the checkpoint covers.' }),
      path: Type.Array(Type.String(), { description: 'Base64, from the sibling of the leaf up.' }),
      checkpoint: Type.String({ description: 'The first signed note that covers the entry.' }),
      key: Type.String({ description: 'The verifier key.' }),
    }),
    // No checkpoint covers the entry yet; one will within ten seconds.
  ),
});
export type AuditProof = Static<typeof AuditProofSchema>;

/** A whole number from 1, as a path holds it. */
export const AUDIT_ENTRY_NUMBER = `^[1-9][0-9]{0,${AUDIT_ENTRY_NUMBER_CHARACTERS_MAX - 1}}$`;
