// SPDX-License-Identifier: Apache-2.0
/** Tool rules: what a call of a tool is, as an action on a resource. Every door that sees tools reads the same ones. */
import { type Static, Type } from 'typebox';
import { DESTINATIONS, EVENT_ACTIONS } from './enums.ts';
import {
  NAME_CHARACTERS_MAX,
  POLICY_DESCRIPTION_CHARACTERS_MAX,
  POLICY_NAME_CHARACTERS_MAX,
  TOOL_POINTER_CHARACTERS_MAX,
  TOOL_RULES_MAX,
} from './limits.ts';
import { line, multilineText, strictObject, stringEnum } from './schema.ts';

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
  resource: Type.Optional(line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'A registered name.' })),
  destination: Type.Optional(stringEnum(DESTINATIONS)),
  records: Type.Optional(pointer('JSON Pointer into the arguments: a number, or a list whose length counts.')),
  content: Type.Optional(pointer('JSON Pointer into the arguments: the text that is scanned.')),
  decide: Type.Optional(Type.Boolean({ default: true, description: 'false: the tool is not asked about.' })),
});
export type ToolRule = Static<typeof rule>;

export const ToolRulesSchema = strictObject(
  {
    name: line({ minLength: 1, maxLength: POLICY_NAME_CHARACTERS_MAX }),
    description: Type.Optional(multilineText({ maxLength: POLICY_DESCRIPTION_CHARACTERS_MAX })),
    agent: Type.Optional(
      line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'A registered name. Left out: any agent.' }),
    ),
    rules: Type.Array(rule, { maxItems: TOOL_RULES_MAX }),
    unlisted: Type.Optional(stringEnum(UNLISTED_TOOLS, { default: 'DENY' })),
  },
  { $id: 'ToolRules' },
);
export type ToolRulesInput = Static<typeof ToolRulesSchema>;
