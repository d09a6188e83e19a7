// SPDX-License-Identifier: Apache-2.0
/** The evaluation of a proposed set of policies over stored LIVE events: a job with progress, and its result. */
import { type Static, Type } from 'typebox';
import { IMPACT_DAYS_MAX } from '../limits.ts';
import type { PolicyImpact } from '../policy-impact.ts';
import { dateTime, nullable, ref, strictObject, stringEnum, uuid } from '../schema.ts';
import { proposalProperties } from './policies.ts';

/** LOST: its process ended before it did. */
export const IMPACT_STATES = ['RUNNING', 'DONE', 'CANCELLED', 'FAILED', 'LOST'] as const;

/** Exactly one of `policies`, `change` and `monitor`; the set is evaluated beside the stored one. */
export const ImpactRequestSchema = strictObject({
  ...proposalProperties,
  monitor: Type.Optional(uuid({ description: 'A policy in monitor mode: the stored set with it enforced.' })),
  days: Type.Integer({ minimum: 1, maximum: IMPACT_DAYS_MAX }),
});
export type ImpactRequest = Static<typeof ImpactRequestSchema>;

export const ImpactJobSchema = Type.Object({
  id: uuid(),
  state: stringEnum(IMPACT_STATES),
  days: Type.Integer(),
  createdAt: dateTime(),
  createdBy: Type.Object({ id: uuid(), name: nullable(Type.String()) }),
  finishedAt: nullable(dateTime()),
  progress: Type.Object({
    events: Type.Integer({ description: 'Looked at so far, newest first.' }),
    eventsTotal: Type.Integer({ description: 'To look at; an estimate until the end.' }),
  }),
  message: nullable(Type.String({ description: 'Why there is no result.' })),
  // Once it is DONE.
  result: Type.Optional(ref<PolicyImpact>('PolicyImpact')),
});
export type ImpactJob = Static<typeof ImpactJobSchema>;
