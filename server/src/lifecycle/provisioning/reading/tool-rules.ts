// SPDX-License-Identifier: Apache-2.0
/** Reads a set of tool rules: the contract's schema checks its shape, the rules of such sets the rest. */
import { type ToolRulesInput, ToolRulesSchema, type ToolRulesSpec } from '@svc/contract';
import { checkToolRules } from '@svc/core/tool-rules';
import { checkedReader, type SpecEntry } from './checked-spec.ts';
import type { Reader, Report } from './reader.ts';

export type ToolRulesEntry = SpecEntry<ToolRulesSpec>;

/** @param warn receives valid but probably unintended values */
export function toolRulesReader(warn: Report): Reader<ToolRulesEntry> {
  return checkedReader<ToolRulesInput>(ToolRulesSchema, (spec) => checkToolRules(spec), warn);
}
