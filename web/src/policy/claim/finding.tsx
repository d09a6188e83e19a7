// SPDX-License-Identifier: Apache-2.0
/** The finding of a proof about a guardrail: its state, what that means, and the request that shows it. */
import type { GuardrailState, PolicyWitness } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { ClaimState } from './state.tsx';
import { Witness } from './witness.tsx';
import { claimWords } from './words.ts';

interface Result {
  of: 'decision' | 'evaluatedDecision';
  proved: boolean;
  vacuous: boolean;
  counterexample: PolicyWitness | null;
  evadable: PolicyWitness | null;
}

/** @param result null: time or memory did not suffice */
export function Finding({ result }: { result: Result | null }) {
  const words = useWords(claimWords);
  const state = stateOf(result);
  const witness = result?.counterexample ?? result?.evadable ?? null;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2.5">
        <ClaimState state={state} />
        <span className="text-ink-2">{words.stateTexts[state]}</span>
      </p>
      {result !== null && result.counterexample === null && witness !== null && (
        <p className="text-ink-2">{words.evadable}</p>
      )}
      {result !== null && witness !== null && <Witness witness={witness} of={result.of} />}
    </div>
  );
}

function stateOf(result: Result | null): GuardrailState {
  if (result === null) return 'INCOMPLETE';
  if (result.vacuous) return 'VACUOUS';
  return result.proved ? 'PROVED' : 'REFUTED';
}
