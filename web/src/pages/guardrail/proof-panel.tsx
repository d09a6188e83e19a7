// SPDX-License-Identifier: Apache-2.0
/** The finding of the last proof, whether it is in doubt, and a new proof. */
import type { Guardrail } from '@svc/contract';
import { RefreshCw } from 'lucide-react';
import { callApi } from '../../api/client.ts';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Finding } from '../../policy/claim/finding.tsx';
import { CLAIM_READS } from '../../policy/claim/reads.ts';
import { WitnessActs } from '../../policy/claim/witness.tsx';
import { claimWords } from '../../policy/claim/words.ts';
import { Can } from '../../session/may.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { guardrailPageWords } from './words.ts';

export function ProofPanel({ guardrail }: { guardrail: Guardrail }) {
  const words = useWords(guardrailPageWords);
  const { format } = useLanguage();
  const { id, proof } = guardrail;
  const witness = proof?.result?.counterexample ?? proof?.result?.evadable ?? null;
  return (
    <Panel title={words.proof}>
      <div className="flex flex-col gap-4">
        <InDoubt guardrail={guardrail} />
        {proof !== null && (
          <div>
            <p className="mb-2 text-meta text-ink-3">
              {words.provedAt(format.dateTime(proof.provedAt), format.number(proof.policySetVersion))}
            </p>
            <Finding result={proof.result} />
          </div>
        )}
        {witness !== null && <WitnessActs witness={witness} />}
        <Can operation="proveGuardrails">
          <div className="flex flex-wrap gap-3">
            <ActButton
              act={() => callApi('proveGuardrails', { body: { ids: [id] } })}
              reads={CLAIM_READS}
              working={words.proving}
              done={() => words.proved}
            >
              <RefreshCw aria-hidden className="size-4" />
              {words.prove}
            </ActButton>
          </div>
        </Can>
      </div>
    </Panel>
  );
}

/** A finding about rules that have changed since says nothing of now. */
function InDoubt({ guardrail: { proof, state } }: { guardrail: Guardrail }) {
  const words = useWords(guardrailPageWords);
  const { changed, changedSince, stateTexts } = useWords(claimWords);
  const { format } = useLanguage();
  if (state !== 'OUTDATED') return null;
  if (proof === null) return <p className="text-ink-2">{words.neverProved}</p>;
  const grounds = format.list(proof.changedSince.map((ground) => changedSince[ground]));
  return (
    <div className="rounded-m bg-sunken px-3 py-2">
      <p className="font-medium">{changed(grounds)}</p>
      <p className="text-ink-2">{stateTexts.OUTDATED}</p>
      <p className="mt-1 text-meta text-ink-3">{words.before}</p>
    </div>
  );
}
