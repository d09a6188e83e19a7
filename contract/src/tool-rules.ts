// SPDX-License-Identifier: Apache-2.0
/** Tool rules: what a call of a tool is, as an action on a resource. Every door that sees tools reads the same ones. */
import { type Static, Type } from 'typebox';
import { CHANGE_OPERATIONS, DESTINATIONS, EVENT_ACTIONS, POLICY_API_VERSION } from './enums.ts';
import { NAME_CHARACTERS_MAX, POLICY_DESCRIPTION_CHARACTERS_MAX, POLICY_NAME_CHARACTERS_MAX } from './limits.ts';
import { dateTime, line, multilineText, ref, strictObject, stringEnum, uuid } from './schema.ts';
import { TOOL_POINTER_CHARACTERS_MAX, TOOL_RULES_MAX } from './tool-rule-limits.ts';

/** The decision for a tool that no rule takes: a denial, or a decision about a write. */
export const UNLISTED_TOOLS = ['DENY', 'WRITE'] as const;
export type UnlistedTools = (typeof UNLISTED_TOOLS)[number];

/** RFC 6901: empty for the whole arguments, else parts behind a slash each. */
const pointer = (description: string) =>
  Type.String({ pattern: '^(?:/(?:[^~/]|~[01])*)*$', maxLength: TOOL_POINTER_CHARACTERS_MAX, description });

const rule = strictObject({
  tools: line({
    minLength: 1,
    maxLength: NAME_CHARACTERS_MAX,
    description: 'The name of a tool; `*` stands for any characters. The first rule that takes a tool counts.',
  }),
  action: Type.Optional(stringEnum(EVENT_ACTIONS, { description: 'Required unless `decide` is false.' })),
  resource: Type.Optional(
    line({
      minLength: 1,
      maxLength: NAME_CHARACTERS_MAX,
      description: 'A registered name. Left out: that of the set.',
    }),
  ),
  destination: Type.Optional(stringEnum(DESTINATIONS)),
  records: Type.Optional(pointer('JSON Pointer into the arguments: a number, or a list whose length counts.')),
  content: Type.Optional(pointer('JSON Pointer into the arguments: the text that is scanned.')),
  decide: Type.Optional(Type.Boolean({ default: true, description: 'false: the tool is not asked about.' })),
});
export type ToolRule = Static<typeof rule>;

export const toolRulesProperties = {
  name: line({ minLength: 1, maxLength: POLICY_NAME_CHARACTERS_MAX }),
  description: Type.Optional(multilineText({ maxLength: POLICY_DESCRIPTION_CHARACTERS_MAX })),
  agent: Type.Optional(
    line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'A registered name. Left out: any agent.' }),
  ),
  resource: Type.Optional(
    line({
      minLength: 1,
      maxLength: NAME_CHARACTERS_MAX,
      description: 'The registered name for rules that name none, and for tools that no rule takes.',
    }),
  ),
  rules: Type.Array(rule, {
    maxItems: TOOL_RULES_MAX,
    description: 'In their order: the first that takes a tool counts.',
  }),
  unlisted: Type.Optional(
    stringEnum(UNLISTED_TOOLS, {
      default: 'DENY',
      description: 'A tool that no rule takes is denied, or decided as WRITE_DATA.',
    }),
  ),
};

/** A set from a caller. `id` and `updatedAt`, which a listing adds, are accepted and ignored. */
export const ToolRulesSchema = strictObject(
  {
    ...toolRulesProperties,
    id: Type.Optional(Type.String({ description: 'Accepted and ignored.' })),
    updatedAt: Type.Optional(Type.String({ description: 'Accepted and ignored.' })),
  },
  { $id: 'ToolRules' },
);
export type ToolRulesInput = Static<typeof ToolRulesSchema>;

/** A set without the fields that only a listing carries. */
export type ToolRulesSpec = Omit<ToolRulesInput, 'id' | 'updatedAt'>;

export const StoredToolRulesSchema = Type.Object(
  {
    id: uuid(),
    ...toolRulesProperties,
    unlisted: stringEnum(UNLISTED_TOOLS),
    updatedAt: dateTime(),
  },
  { $id: 'StoredToolRules' },
);
export type StoredToolRules = Static<typeof StoredToolRulesSchema>;

export const ToolRulesListResponseSchema = Type.Object(
  {
    apiVersion: stringEnum([POLICY_API_VERSION]),
    toolRules: Type.Array(ref<StoredToolRules>('StoredToolRules'), {
      description: 'Sorted by name in Unicode code point order.',
    }),
  },
  { $id: 'ToolRulesListResponse' },
);
export type ToolRulesListResponse = Static<typeof ToolRulesListResponseSchema>;

export const ToolRulesApplyRequestSchema = strictObject(
  {
    toolRules: Type.Array(ref<ToolRulesInput>('ToolRules')),
    prune: Type.Optional(
      Type.Boolean({ default: false, description: 'Delete sets whose names are missing from `toolRules`.' }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Answer the plan and write nothing.' })),
  },
  { $id: 'ToolRulesApplyRequest' },
);
export type ToolRulesApplyRequest = Static<typeof ToolRulesApplyRequestSchema>;

export const ToolRulesApplyResponseSchema = Type.Object(
  {
    dryRun: Type.Boolean(),
    changes: Type.Array(Type.Object({ name: Type.String(), op: stringEnum(CHANGE_OPERATIONS) }), {
      description: 'In the order of the payload, deletions after them by name.',
    }),
    warnings: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'Parts of valid rules that look unintended, with their paths.',
    }),
  },
  { $id: 'ToolRulesApplyResponse' },
);
export type ToolRulesApplyResponse = Static<typeof ToolRulesApplyResponseSchema>;
