// SPDX-License-Identifier: Apache-2.0
/** Agents as people register, change and pause them. */
import { type Static, Type } from 'typebox';
import { ACTION_FAMILIES, AGENT_STATUSES, EVENT_ACTIONS, KEY_KINDS, KEY_STATUSES } from '../enums.ts';
import {
  DESCRIPTION_CHARACTERS_MAX,
  EXCEEDING_COUNTED_MAX,
  NAME_CHARACTERS_MAX,
  PERMISSIONS_MAX,
  STATUS_REASON_CHARACTERS_MAX,
} from '../limits.ts';
import { dateTime, line, multilineText, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { sandboxProperty } from './lists.ts';
import {
  ActivitySchema,
  named,
  namedResource,
  person,
  recordListOf,
  recordListQuery,
  recordTimes,
  referrers,
  seenProperty,
} from './records.ts';

/** The words of a permission: a family of actions or one action. */
export const PERMISSION_ACTIONS = [...ACTION_FAMILIES, ...EVENT_ACTIONS] as const;

const permission = strictObject({
  action: stringEnum(PERMISSION_ACTIONS),
  resource: line({
    minLength: 1,
    maxLength: NAME_CHARACTERS_MAX,
    description: 'ANY, a classification or the name of a resource.',
  }),
});
const permissions = nullable(
  Type.Array(permission, {
    maxItems: PERMISSIONS_MAX,
    description: 'The actions that the agent may perform at most. Null: no restriction beyond policies.',
  }),
);
const description = nullable(
  multilineText({ minLength: 1, maxLength: DESCRIPTION_CHARACTERS_MAX, description: 'The purpose of the agent.' }),
);

const statusChange = Type.Object({
  id: uuid(),
  status: stringEnum(AGENT_STATUSES, { description: 'The status that the agent has had since then.' }),
  at: dateTime(),
  by: nullable(person),
  reason: nullable(Type.String()),
  reasonErasedAt: nullable(dateTime()),
});
export type AgentStatusChange = Static<typeof statusChange>;

const agentProperties = {
  id: uuid(),
  name: Type.String(),
  description: nullable(Type.String({ description: 'The purpose of the agent.' })),
  status: stringEnum(AGENT_STATUSES),
  permissions: nullable(
    Type.Array(Type.Object({ action: stringEnum(PERMISSION_ACTIONS), resource: Type.String() }), {
      description: 'null: no restriction beyond policies.',
    }),
  ),
  paused: nullable(statusChange),
  ...recordTimes,
};

export const AgentSchema = Type.Object(agentProperties);
export type Agent = Static<typeof AgentSchema>;

const agentFigures = {
  keys: Type.Integer({ description: 'Keys that are bound to it and work.' }),
  sharedKeys: Type.Integer({ description: 'Keys that work and are bound to no agent: they serve every agent.' }),
  openAnomalies: Type.Integer(),
  waitingReviews: Type.Integer(),
  activity: ActivitySchema,
};

export const AgentItemSchema = Type.Object({ ...agentProperties, ...agentFigures });
export type AgentItem = Static<typeof AgentItemSchema>;

export const AGENT_SORTS = ['name', 'createdAt', 'asked', 'stopped', 'risk', 'lastAt'] as const;

export const AgentListQuerySchema = strictObject({
  ...recordListQuery(AGENT_SORTS, 'its name or purpose'),
  status: Type.Optional(stringEnum(AGENT_STATUSES)),
  ...sandboxProperty,
});
export type AgentListQuery = Static<typeof AgentListQuerySchema>;

export const AgentListSchema = Type.Object({
  ...recordListOf(AgentItemSchema).properties,
  registered: Type.Integer({ description: 'All agents of the organization.' }),
  agentsMax: nullable(Type.Integer({ description: 'The number of agents that the plan allows. Null: no limit.' })),
});
export type AgentList = Static<typeof AgentListSchema>;

export const AgentReadQuerySchema = strictObject(sandboxProperty);
export type AgentReadQuery = Static<typeof AgentReadQuerySchema>;

export const AgentDetailSchema = Type.Object({
  ...agentProperties,
  ...agentFigures,
  liveGrants: Type.Integer({ description: 'Grants that let acts of it through now.' }),
  exceeding: Type.Integer({
    maximum: EXCEEDING_COUNTED_MAX,
    description: 'Acts that did more records than was stated. The greatest number means that or more.',
  }),
  firstReviewExpiresAt: nullable(dateTime({ description: 'When the first of the waiting reviews expires.' })),
  uses: Type.Array(
    Type.Object({
      resource: nullable(namedResource),
      resourceId: uuid({ description: 'The id of the resource, even if it was deleted.' }),
      action: stringEnum(EVENT_ACTIONS),
      asked: Type.Integer(),
      stopped: Type.Integer(),
      lastDay: Type.String({ description: 'YYYY-MM-DD, of UTC.' }),
    }),
    {
      description:
        'Uses that the agent requested in the last 30 days, most first: at most 1,000 pairs of resource and action.',
    },
  ),
  boundKeys: Type.Array(
    Type.Object({
      id: uuid(),
      name: Type.String(),
      kind: stringEnum(KEY_KINDS),
      prefix: Type.String(),
      status: stringEnum(KEY_STATUSES),
      lastUsedAt: nullable(dateTime()),
    }),
    { description: 'Keys that are bound to it and not revoked, at most 100.' },
  ),
  statusChanges: Type.Array(statusChange, { description: 'The last 20 pauses and resumptions, newest first.' }),
  usedBy: referrers,
});
export type AgentDetail = Static<typeof AgentDetailSchema>;

export const AgentCreationSchema = strictObject({
  name: line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX }),
  description: Type.Optional(description),
  status: Type.Optional(stringEnum(AGENT_STATUSES)),
  permissions: Type.Optional(permissions),
});
export type AgentCreation = Static<typeof AgentCreationSchema>;

/** Omitted fields keep their value. */
export const AgentChangeSchema = strictObject({
  ...seenProperty,
  name: Type.Optional(line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX })),
  description: Type.Optional(description),
  status: Type.Optional(stringEnum(AGENT_STATUSES)),
  permissions: Type.Optional(permissions),
});
export type AgentChange = Static<typeof AgentChangeSchema>;

export const AgentStatusActSchema = strictObject({
  reason: Type.Optional(
    multilineText({
      maxLength: STATUS_REASON_CHARACTERS_MAX,
      description: 'Blank text counts as none. The audit chain holds a commitment to it, so that it can be erased.',
    }),
  ),
});
export type AgentStatusAct = Static<typeof AgentStatusActSchema>;

/** A reference to an agent in other records. */
export const agentReference = nullable(named);
