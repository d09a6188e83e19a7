// SPDX-License-Identifier: Apache-2.0
/** The parts of the page of a guardrail. */
import type { Guardrail } from '@svc/contract';
import { claimSentence } from '@svc/core/plain-words';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DetailColumns } from '../../detail/columns.tsx';
import { Facts } from '../../detail/facts.tsx';
import { PANEL_LINK, Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useAuthor } from '../../policy/author.ts';
import { ClaimState, Enforcement } from '../../policy/claim/state.tsx';
import { claimWords } from '../../policy/claim/words.ts';
import { useNow } from '../../ui/timestamp.tsx';
import { ProofPanel } from './proof-panel.tsx';
import { VersionsPanel } from './versions-panel.tsx';
import { guardrailPageWords } from './words.ts';

export function GuardrailContent({ guardrail }: { guardrail: Guardrail }) {
  const words = useWords(guardrailPageWords);
  return (
    <DetailColumns
      label={words.parts}
      head={<Head guardrail={guardrail} />}
      wide={<ProofPanel guardrail={guardrail} />}
      narrow={
        <>
          <Holders guardrail={guardrail} />
          <VersionsPanel guardrail={guardrail} />
        </>
      }
    />
  );
}

const TICK_EVERY_MS = 60_000;

function Head({ guardrail }: { guardrail: Guardrail }) {
  const words = useWords(guardrailPageWords);
  const { enforcingText, watchingText } = useWords(claimWords);
  const { format, language } = useLanguage();
  const authorOf = useAuthor();
  const nowMs = useNow(TICK_EVERY_MS);
  const { agents, changedBy, enforcing, proof, state, updatedAt, version } = guardrail;
  const names = new Map(agents.map(({ id, name }) => [id.toLowerCase(), name]));
  return (
    <>
      <p className="border-b border-line bg-sunken px-6 py-4 text-page text-ink max-md:px-4">
        {claimSentence(guardrail.claim, { language, agentNames: (id) => names.get(id.toLowerCase()) })}
      </p>
      <Facts
        facts={[
          {
            label: words.stateFact,
            value: <ClaimState state={state} />,
            hint: proof === null ? words.neverProved : format.ago(proof.provedAt, nowMs),
          },
          {
            label: words.modeFact,
            value: <Enforcement isEnforcing={enforcing} />,
            hint: enforcing ? enforcingText : watchingText,
          },
          { label: words.changedFact, value: format.ago(updatedAt, nowMs), hint: words.changedBy(authorOf(changedBy)) },
          { label: words.versionFact, value: format.number(version), isFigure: true },
        ]}
      />
    </>
  );
}

/** Policies and other things that a proved guardrail needs. */
function Holders({ guardrail: { proof } }: { guardrail: Guardrail }) {
  const words = useWords(guardrailPageWords);
  const { supports } = useWords(claimWords);
  const { format } = useLanguage();
  const result = proof?.result;
  if (result == null || !result.proved) return null;
  const { heldBy, heldByTotal, leansOn } = result;
  return (
    <>
      <Panel title={words.heldBy} {...(heldByTotal > 0 && { count: heldByTotal })}>
        {heldBy.length === 0 ? <Quiet>{words.heldByNone}</Quiet> : <Quiet>{words.heldByHint}</Quiet>}
        <ul>
          {heldBy.map(({ id, name }) => (
            <li key={id} className="flex min-h-8 items-center">
              <Link to="/policies/$id" params={{ id }} className={`min-w-0 truncate ${PANEL_LINK}`}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        {heldByTotal > heldBy.length && <Quiet>{words.heldByMore(format.number(heldByTotal - heldBy.length))}</Quiet>}
      </Panel>
      <Panel title={words.leansOn}>
        <Quiet>{leansOn.length === 0 ? words.leansOnNone : words.leansOnText}</Quiet>
        <ul className="list-disc pl-4 text-ink-2">
          {leansOn.map((support) => (
            <li key={support} className="min-h-6">
              {supports[support]}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return <p className="mb-1 text-meta text-ink-3">{children}</p>;
}
