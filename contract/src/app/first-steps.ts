// SPDX-License-Identifier: Apache-2.0
/** The first steps of an organization: what it has of each, for the guide that a fresh one sees. */
import { type Static, Type } from 'typebox';
import { CLASSIFICATIONS, DECISIONS, KEY_KINDS } from '../enums.ts';
import { nullable, stringEnum, uuid } from '../schema.ts';

const resource = Type.Object({ name: Type.String(), classification: stringEnum(CLASSIFICATIONS) });
const apiKey = Type.Object(
  { prefix: Type.String(), kind: stringEnum(KEY_KINDS) },
  { description: 'A usable key: TEST rather than LIVE, organization-wide rather than bound to an agent.' },
);
const decision = Type.Object(
  {
    id: uuid(),
    sandbox: Type.Boolean(),
    decision: stringEnum(DECISIONS),
    evaluatedDecision: stringEnum(DECISIONS),
    riskScore: Type.Integer(),
  },
  { description: 'LIVE or sandbox.' },
);

const policy = Type.Object(
  {
    name: Type.String(),
    by: stringEnum(['PERSON', 'KEY']),
    author: nullable(Type.String({ description: 'Name of the person or key; null when it is gone.' })),
  },
  {
    description:
      'The first policy in force that a person or a key of the organization wrote. A policy of a file does not count.',
  },
);
const person = Type.Object(
  {
    name: Type.String({
      description: 'The name of another member, or the address of an invited person who has not joined yet.',
    }),
    waits: Type.Boolean(),
  },
  { description: 'The member other than the caller who joined last, or else the person invited last.' },
);

/** Null where there is none yet; the earliest where there are several. */
export const FirstStepsSchema = Type.Object({
  agent: nullable(Type.String({ description: 'Name.' })),
  resource: nullable(resource),
  apiKey: nullable(apiKey),
  decision: nullable(decision),
  policy: nullable(policy),
  person: nullable(person),
  people: Type.Integer({ description: 'Members, and invitations that wait.' }),
});
export type FirstSteps = Static<typeof FirstStepsSchema>;
