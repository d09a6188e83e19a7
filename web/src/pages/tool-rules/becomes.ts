// SPDX-License-Identifier: Apache-2.0
/** The act that a call becomes, as a sentence. */
import type { Destination, EventAction } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { type RuleDraft, SPARED } from './draft.ts';
import { toolRulesWords } from './words.ts';

interface Act {
  action: EventAction | typeof SPARED;
  resource: string | null;
  destination: Destination | '' | null;
}

/** @returns of an act, or of a rule with the resource of its set */
export function useBecomes(): (act: Act | RuleDraft, common: string | null) => string {
  const words = useWords(toolRulesWords);
  return ({ action, resource, destination }, common) =>
    action === SPARED
      ? words.isSpared
      : words.becomes(action, resource ?? common ?? words.noResource, destination === '' ? null : destination);
}
