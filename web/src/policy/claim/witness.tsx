// SPDX-License-Identifier: Apache-2.0
/** A request that shows what the policies do, told as a sentence, with what it gets and by whom. */
import type { PolicyWitness } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { stringify } from 'yaml';
import { ToldSentence } from '../../decision/sentence.tsx';
import { OutcomeWord } from '../../decision/verdict.tsx';
import { PANEL_LINK } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { policyWords } from '../words.ts';
import { claimWords } from './words.ts';

const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

interface WitnessProps {
  witness: PolicyWitness;
  of: 'decision' | 'evaluatedDecision';
  /** The policies that would decide so are not in force. */
  isProposed?: boolean;
}

export function Witness({ witness, of, isProposed = false }: WitnessProps) {
  const { format } = useLanguage();
  const { witness: words } = useWords(claimWords);
  const { input, policy, budget, riskScore } = witness;
  const byPolicy = policy === null ? words.byNone : words.by(policy.name);
  const by = budget === undefined ? byPolicy : words.byBudget(budget.name);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-lead text-ink-2">
        <ToldSentence
          told={{
            agent: input.agent,
            action: input.action,
            resource: input.resource,
            classification: 'INTERNAL',
            destination: input.destination as never,
            records: input.recordsAffected === null ? null : format.number(input.recordsAffected),
            isOneRecord: input.recordsAffected === 1,
            isWaiting: true,
          }}
        />
        <Circumstances witness={witness} />
      </p>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2">
        <span className="text-ink-3">{isProposed ? words.wouldGet : words.gets}</span>
        <OutcomeWord outcome={OUTCOMES[witness[of]]} isSoft />
        <span className="min-w-0 break-words">
          {by}, {words.risk(format.number(riskScore))}
        </span>
      </p>
    </div>
  );
}

/** Findings, the hour and an open anomaly, which a decision's sentence does not tell. */
function Circumstances({ witness: { input } }: { witness: PolicyWitness }) {
  const { format } = useLanguage();
  const { witness: words } = useWords(claimWords);
  const { types } = useWords(policyWords);
  const told = [
    input.dlpTypes.length > 0 && words.found(format.list(input.dlpTypes.map((type) => types[type]))),
    input.outsideBusinessHours && words.outside,
    input.openAnomaly && words.anomaly,
  ].filter((text) => text !== false);
  return told.length > 0 && ` ${told.join(' ')}`;
}

/** The acts on it: try it under the policies of now, and keep it as a test case. */
export function WitnessActs({ witness: { testCase } }: { witness: PolicyWitness }) {
  const { witness: words } = useWords(claimWords);
  if (testCase === null) return <p className="text-meta text-ink-3">{words.hypothetical}</p>;
  const { agent, action, resource, destination, recordsAffected, dlpTypes = [], at, openAnomaly } = testCase.input;
  return (
    <div className="flex flex-col items-start gap-3">
      <Link
        to="/try"
        search={{
          agent,
          action,
          resource,
          ...(destination !== undefined && { destination }),
          ...(recordsAffected !== undefined && { records: String(recordsAffected) }),
          ...(dlpTypes.length > 0 && { types: dlpTypes.join(',') }),
          ...(at !== undefined && { at }),
          ...(openAnomaly !== undefined && { anomaly: openAnomaly ? 'yes' : 'no' }),
        }}
        className={buttonClass()}
      >
        <FlaskConical aria-hidden className="size-4" />
        {words.try}
      </Link>
      <details className="w-full text-meta">
        <summary className={PANEL_LINK}>{words.testCase}</summary>
        <div className="mt-2">
          <CodeBlock
            label={words.testCase}
            code={stringify({ apiVersion: 'svc/v1', kind: 'PolicyTest', cases: [testCase] }, { lineWidth: 0 })}
          />
        </div>
      </details>
    </div>
  );
}
