// SPDX-License-Identifier: Apache-2.0
/** The access of one agent, as few broad areas. */
import type { DecisionWord } from '@svc/contract';
import { type Area, areaOf } from './area.ts';
import { coverOf } from './cover.ts';
import { AGENT_LEVEL } from './dimensions.ts';
import { type DecisionKind, type Opened, type OpenedSet, permittedOutcome, wholeOutcome } from './organization.ts';
import { classesOf } from './outcome.ts';
import { type Witness, witnessAt } from './witness.ts';

export interface AccessArea {
  readonly area: Area;
  /** An event in it. */
  readonly witness: Witness;
}

/** The events of the agent that get this decision, broadest area first. */
export function accessOf(
  opened: Opened,
  set: OpenedSet,
  agentId: string,
  decision: DecisionWord,
  of: DecisionKind,
): AccessArea[] {
  const { diagram, dimensions, possible } = opened;
  const value = dimensions.agentValueOf.get(agentId.toLowerCase()) ?? dimensions.agents.length - 1;
  const agent = diagram.values(AGENT_LEVEL, [[value, value]]);
  const outcome = wholeOutcome(opened, permittedOutcome(opened, set, of));
  const room = diagram.and(agent, diagram.isOneOf(outcome, classesOf([decision])));
  return coverOf(opened, diagram.and(room, possible), room).map((box) => ({
    area: areaOf(dimensions, box),
    witness: witnessAt(opened, set, box.seed),
  }));
}
