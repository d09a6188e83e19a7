// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: folds rules and decides again, line by line of an export that was found right. */
import { PolicyConditionSchema, PolicySchema, type PolicySpec } from '@svc/contract';
import type { AuditEntry } from '@svc/core/audit-chain';
import { decideAgain, openRules, RulesTooLarge } from '@svc/core/replay';
import { Ajv } from 'ajv';
import { COUNT_ONLY, type ReplayAnswer, type ReplayMessage } from './replay-message.ts';
import { count, emptyTally } from './tally.ts';

const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
ajv.addSchema(PolicyConditionSchema);

export function openReplay(): (lines: ReplayMessage) => ReplayAnswer {
  const rules = openRules(ajv.compile<PolicySpec>(PolicySchema));
  return (lines) => {
    const tally = emptyTally();
    try {
      for (const line of lines.split('\n')) {
        const isCountOnly = line.startsWith(COUNT_ONLY);
        const { entry } = JSON.parse(isCountOnly ? line.slice(COUNT_ONLY.length) : line) as { entry: AuditEntry };
        if (entry.kind !== 'decision.recorded') {
          rules.fold(entry);
          continue;
        }
        const decided = decideAgain(rules, entry);
        if (!isCountOnly) count(tally, entry.seq, decided);
      }
    } catch (error) {
      if (error instanceof RulesTooLarge) return { refused: error.message };
      throw error;
    }
    return tally;
  };
}
