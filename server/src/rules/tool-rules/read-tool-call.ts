// SPDX-License-Identifier: Apache-2.0
/** Reads a pasted call by the rules, as a door would. Nothing is decided or kept. */
import type { ToolCallReading, ToolCallReadingRequest } from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import { type CompiledToolRules, compileToolRules, readCall } from '@svc/core/tool-rules';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';

/** As decisions read them. */
const byName = (one: CompiledToolRules, other: CompiledToolRules) => compareCodePoints(one.name, other.name);

/** @param request its `proposed` set stands in the place of the stored one of its name */
export function readToolCall(
  { toolRules }: OrganizationSnapshot,
  { tool, arguments: input, agent, proposed }: ToolCallReadingRequest,
): ToolCallReading {
  const stored = toolRules.map(({ compiled }) => compiled).filter(({ name }) => name !== proposed?.name);
  const sets = proposed === undefined ? stored : [...stored, compileToolRules(proposed)].sort(byName);
  const { by, ...reading } = readCall(sets, agent ?? null, tool, input);
  const act = reading.kind === 'ACT' ? reading : null;
  return {
    kind: reading.kind,
    set: by?.set ?? null,
    rule: by?.rule ?? null,
    action: act?.action ?? null,
    resource: act?.resource ?? null,
    destination: act?.destination ?? null,
    recordsAffected: act?.recordsAffected ?? null,
    contentCharacters: act?.content?.length ?? null,
  };
}
