// SPDX-License-Identifier: Apache-2.0
/**
 * The answer to a person who asks how a decision about them came about (LGPD, article 20). It has the decision, its
 * criteria in plain words, the roles of who reviewed it, and the proof of its entry.
 */
import { type Static, Type } from 'typebox';
import {
  CAUSES,
  CLASSIFICATIONS,
  DECISIONS,
  DESTINATIONS,
  DLP_TYPES,
  EVENT_ACTIONS,
  LANGUAGES,
  LGPD_CATEGORIES,
  POLICY_MODES,
  REVIEW_STATUSES,
  RISK_LEVELS,
  ROLES,
} from '../enums.ts';
import { idOrNull, rows, text, textOrNull, timeOrNull } from '../export-parts.ts';
import { EMAIL_CHARACTERS_MAX, HELD_ITEMS_MAX } from '../limits.ts';
import { dateTime, LINE_PATTERN, nullable, nullableEnum, strictObject, stringEnum, uuid } from '../schema.ts';
import { AuditProofSchema } from './audit.ts';

export const LGPD_ANSWER_FORMAT = 'svc.lgpd-answer/v1';
export const LGPD_ANSWER_FILES = ['html', 'json'] as const;

export const LgpdAnswerQuerySchema = strictObject({
  format: Type.Optional(stringEnum(LGPD_ANSWER_FILES, { description: 'Left out: html.' })),
  language: Type.Optional(stringEnum(LANGUAGES, { description: 'Left out: that of the person who asks.' })),
  contact: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: EMAIL_CHARACTERS_MAX,
      pattern: LINE_PATTERN,
      description: 'Where the person asks for a review, such as the address of the data protection officer.',
    }),
  ),
  session: Type.Optional(
    stringEnum(['true'], { description: 'Also the other events with the `context.session` of this one.' }),
  ),
});
export type LgpdAnswerQuery = Static<typeof LgpdAnswerQuerySchema>;

const sentence = (description: string) => text(`${description} In the language of the answer.`);

const decision = strictObject({
  eventId: uuid(),
  seq: Type.Integer({ description: 'Number of its entry in the audit chain.' }),
  decidedAt: dateTime(),
  agent: text('The name at the time.'),
  action: stringEnum(EVENT_ACTIONS),
  resource: text('The name at the time.'),
  classification: stringEnum(CLASSIFICATIONS),
  destination: nullableEnum(DESTINATIONS),
  recordsAffected: nullable(Type.Integer()),
  asked: sentence('The act that was asked for.'),
  decision: stringEnum(DECISIONS, { description: 'The value as recorded.' }),
  finalDecision: stringEnum(DECISIONS, { description: 'With the review, when the answer was made.' }),
  automatedOnly: nullable(
    Type.Boolean({ description: 'False: a person approved or denied this act. null: a person is still asked.' }),
  ),
  cause: strictObject({
    by: stringEnum(CAUSES),
    threshold: nullable(Type.Integer({ description: 'The limit that the risk score reached.' })),
    sentence: sentence('The cause.'),
  }),
  policies: rows(
    {
      id: uuid(),
      name: text(),
      mode: stringEnum(POLICY_MODES),
      decided: Type.Boolean({ description: 'This policy determined the decision, and did not only match.' }),
      sentence: textOrNull('The policy as it was then, in the language of the answer; null where it is too long.'),
    },
    'The policies that matched.',
  ),
  risk: strictObject({
    score: Type.Integer(),
    level: stringEnum(RISK_LEVELS),
    factors: rows(
      { code: text(), points: Type.Integer() },
      'Every factor above 0; the score is their sum, at most 100.',
    ),
  }),
  contentScanned: nullable(Type.Boolean({ description: 'Whether there was a text to scan; null for old events.' })),
  findings: rows(
    { type: stringEnum(DLP_TYPES), category: stringEnum(LGPD_CATEGORIES) },
    'Kinds of data that were found in it. The text itself was never stored.',
  ),
  review: nullable(
    strictObject({
      status: stringEnum(REVIEW_STATUSES),
      askedAt: dateTime(),
      expiresAt: dateTime(),
      answers: rows(
        {
          answer: stringEnum(['APPROVED', 'DENIED']),
          role: stringEnum(ROLES, { description: 'The role at the time.' }),
          channel: text('`app`, `chat` or another.'),
          at: dateTime(),
        },
        'Each person who answered, by their role.',
      ),
    }),
  ),
  grantId: idOrNull(),
  proof: AuditProofSchema,
});
export type LgpdDecision = Static<typeof decision>;

/** Left out on purpose. */
export const LGPD_NOT_SHOWN = ['CONTENT', 'PEOPLE_AND_NOTES', 'WORDS_OF_THE_AGENT', 'OTHER_POLICIES'] as const;

export const LgpdAnswerSchema = strictObject({
  format: stringEnum([LGPD_ANSWER_FORMAT]),
  madeAt: dateTime(),
  language: stringEnum(LANGUAGES),
  organization: strictObject({ id: uuid(), name: text() }),
  contact: textOrNull('Where the person asks for a review.'),
  session: Type.Boolean({ description: 'The other events of the same session were looked for, too.' }),
  isWhole: Type.Boolean({ description: `False: there are more than ${HELD_ITEMS_MAX}.` }),
  searchedBackTo: timeOrNull('The moment of the oldest event that was looked at; null: all that are kept.'),
  notShown: Type.Array(stringEnum(LGPD_NOT_SHOWN)),
  decisions: Type.Array(decision, { description: 'The event that was asked about, then the others, newest first.' }),
});
export type LgpdAnswer = Static<typeof LgpdAnswerSchema>;
