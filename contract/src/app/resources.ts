// SPDX-License-Identifier: Apache-2.0
/** Resources as people register and change them. */
import { type Static, Type } from 'typebox';
import { CLASSIFICATIONS, EVENT_ACTIONS } from '../enums.ts';
import { DESCRIPTION_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '../limits.ts';
import { line, multilineText, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { sandboxProperty } from './lists.ts';
import {
  ActivitySchema,
  named,
  recordListOf,
  recordListQuery,
  recordTimes,
  referrers,
  seenProperty,
} from './records.ts';

const resourceProperties = {
  id: uuid(),
  name: Type.String(),
  classification: stringEnum(CLASSIFICATIONS),
  description: nullable(Type.String()),
  ...recordTimes,
};

export const ResourceSchema = Type.Object(resourceProperties);
export type Resource = Static<typeof ResourceSchema>;

const resourceFigures = {
  agents: Type.Integer({ description: 'How many agents asked for it in the last 30 days.' }),
  agentNames: Type.Array(named, { description: 'Those that asked most, at most 3; agents that are gone left out.' }),
  activity: ActivitySchema,
};

export const ResourceItemSchema = Type.Object({ ...resourceProperties, ...resourceFigures });
export type ResourceItem = Static<typeof ResourceItemSchema>;

export const RESOURCE_SORTS = ['name', 'classification', 'createdAt', 'asked', 'stopped', 'risk', 'lastAt'] as const;

export const ResourceListQuerySchema = strictObject({
  ...recordListQuery(RESOURCE_SORTS, 'its name or description'),
  classification: Type.Optional(stringEnum(CLASSIFICATIONS)),
  ...sandboxProperty,
});
export type ResourceListQuery = Static<typeof ResourceListQuerySchema>;

export const ResourceListSchema = recordListOf(ResourceItemSchema);
export type ResourceList = Static<typeof ResourceListSchema>;

export const ResourceReadQuerySchema = strictObject(sandboxProperty);
export type ResourceReadQuery = Static<typeof ResourceReadQuerySchema>;

export const ResourceDetailSchema = Type.Object({
  ...resourceProperties,
  ...resourceFigures,
  uses: Type.Array(
    Type.Object({
      agent: nullable(named),
      agentId: uuid({ description: 'The id of the agent, even if it was deleted.' }),
      action: stringEnum(EVENT_ACTIONS),
      asked: Type.Integer(),
      stopped: Type.Integer(),
      lastDay: Type.String({ description: 'YYYY-MM-DD, of UTC.' }),
    }),
    {
      description: 'Uses requested by agents in the last 30 days, most first: at most 1,000 pairs of agent and action.',
    },
  ),
  usedBy: referrers,
});
export type ResourceDetail = Static<typeof ResourceDetailSchema>;

const name = line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX });
const description = nullable(multilineText({ minLength: 1, maxLength: DESCRIPTION_CHARACTERS_MAX }));

export const ResourceCreationSchema = strictObject({
  name,
  classification: stringEnum(CLASSIFICATIONS),
  description: Type.Optional(description),
});
export type ResourceCreation = Static<typeof ResourceCreationSchema>;

/** Omitted fields keep their value. */
export const ResourceChangeSchema = strictObject({
  ...seenProperty,
  name: Type.Optional(name),
  classification: Type.Optional(stringEnum(CLASSIFICATIONS)),
  description: Type.Optional(description),
});
export type ResourceChange = Static<typeof ResourceChangeSchema>;
