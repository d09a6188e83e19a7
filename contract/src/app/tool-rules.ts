// SPDX-License-Identifier: Apache-2.0
/** Tool rules as people keep them, and the reading of one pasted call. */
import { type Static, Type } from 'typebox';
import { DOORS } from '../doors.ts';
import { DESTINATIONS, EVENT_ACTIONS } from '../enums.ts';
import { NAME_CHARACTERS_MAX, TOOL_NAME_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, line, nullable, nullableEnum, strictObject, stringEnum } from '../schema.ts';
import { UNLISTED_TOOLS_MAX } from '../tool-rule-limits.ts';
import { StoredToolRulesSchema, type ToolRulesSpec, toolRulesProperties } from '../tool-rules.ts';
import { recordListOf, recordListQuery, recordTimes, seenProperty } from './records.ts';

const warnings = Type.Array(
  Type.Object({ path: Type.String({ description: 'Within the set.' }), message: Type.String() }),
  { description: 'Parts that look unintended, such as names that are not registered. English.' },
);

export const ToolRulesItemSchema = Type.Object({ ...StoredToolRulesSchema.properties, ...recordTimes });
export type ToolRulesItem = Static<typeof ToolRulesItemSchema>;

export const ToolRulesDetailSchema = Type.Object({ ...ToolRulesItemSchema.properties, warnings });
export type ToolRulesDetail = Static<typeof ToolRulesDetailSchema>;

export const TOOL_RULES_SORTS = ['name', 'createdAt'] as const;

export const ToolRulesListQuerySchema = strictObject(
  recordListQuery(TOOL_RULES_SORTS, 'its name, its agent, or a tool of its rules'),
);
export type ToolRulesListQuery = Static<typeof ToolRulesListQuerySchema>;

export const ToolRulesListSchema = recordListOf(ToolRulesItemSchema);
export type ToolRulesList = Static<typeof ToolRulesListSchema>;

const unlistedTool = Type.Object({
  tool: Type.String(),
  agent: Type.String({ description: 'The name of the agent that asked last.' }),
  door: stringEnum(DOORS),
  lastAt: dateTime(),
});
export type UnlistedTool = Static<typeof unlistedTool>;

export const UnlistedToolListSchema = Type.Object({
  tools: Type.Array(unlistedTool, {
    maxItems: UNLISTED_TOOLS_MAX,
    description: 'Tools that were refused within 30 days and that no rule takes yet, newest first.',
  }),
});
export type UnlistedToolList = Static<typeof UnlistedToolListSchema>;

export const ToolRulesCreationSchema = strictObject(toolRulesProperties);
export type ToolRulesCreation = ToolRulesSpec;

/** Fields that are left out stay. */
export const ToolRulesChangeSchema = strictObject({
  ...Type.Partial(Type.Object(toolRulesProperties)).properties,
  description: Type.Optional(nullable(toolRulesProperties.description)),
  agent: Type.Optional(nullable(toolRulesProperties.agent)),
  resource: Type.Optional(nullable(toolRulesProperties.resource)),
  ...seenProperty,
});
export type ToolRulesChange = Static<typeof ToolRulesChangeSchema>;

/** A call as it was pasted, read by the stored sets, with `rules` in the place of the set of its name. */
export const ToolCallReadingRequestSchema = strictObject({
  tool: line({ minLength: 1, maxLength: TOOL_NAME_CHARACTERS_MAX }),
  arguments: Type.Optional(Type.Unknown({ description: 'Any JSON value; never stored.' })),
  agent: Type.Optional(line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX })),
  proposed: Type.Optional(strictObject(toolRulesProperties)),
});
export type ToolCallReadingRequest = Static<typeof ToolCallReadingRequestSchema>;

export const ToolCallReadingSchema = Type.Object({
  kind: stringEnum(['ACT', 'SPARED', 'UNLISTED'], {
    description: 'An act that is decided; a tool that is not asked about; a tool that no rule takes, which is denied.',
  }),
  set: nullable(Type.String({ description: 'The set whose rule takes the tool.' })),
  rule: nullable(Type.Integer({ description: 'The place of the rule, from 0; null: no rule takes the tool.' })),
  action: nullableEnum(EVENT_ACTIONS),
  resource: nullable(Type.String()),
  destination: nullableEnum(DESTINATIONS),
  recordsAffected: nullable(Type.Integer()),
  contentCharacters: nullable(Type.Integer({ description: 'The length of the text that is scanned; null: none is.' })),
});
export type ToolCallReading = Static<typeof ToolCallReadingSchema>;
