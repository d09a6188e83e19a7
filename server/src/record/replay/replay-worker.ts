// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: folds rules and decides again, line by line of an export that was found right. */
import { PolicyConditionSchema, PolicySchema, type PolicySpec } from '@svc/contract';
import type { AuditEntry } from '@svc/core/audit-chain';
import { decideAgain, openRules, RulesTooLarge } from '@svc/core/replay';
import { Ajv } from 'ajv';
import { count, emptyTally, type Tally } from './tally.ts';

/** Lines of entries in the order of the chain: all that rules follow from, and decisions to be decided again. */
export type ReplayMessage = string;

export type ReplayAnswer = Tally | { refused: string };

const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
ajv.addSchema(PolicyConditionSchema);

export function openReplay(): (lines: ReplayMessage) => ReplayAnswer {
  const rules = openRules(ajv.compile<PolicySpec>(PolicySchema));
  return (lines) => {
    const tally = emptyTally();
    try {
      for (const line of lines.split('\n')) {
        const { entry } = JSON.parse(line) as { entry: AuditEntry };
        if (entry.kind === 'decision.recorded') count(tally, entry.seq, decideAgain(rules, entry));
        else rules.fold(entry);
      }
    } catch (error) {
      if (error instanceof RulesTooLarge) return { refused: error.message };
      throw error;
    }
    return tally;
  };
}
