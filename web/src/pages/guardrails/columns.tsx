// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of guardrails. */
import type { Guardrail } from '@svc/contract';
import { claimSentence } from '@svc/core/plain-words';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { useAuthor } from '../../policy/author.ts';
import { ClaimState, Enforcement } from '../../policy/claim/state.tsx';
import { claimWords } from '../../policy/claim/words.ts';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { guardrailsWords } from './words.ts';

export function useColumns(): ListColumn<Guardrail>[] {
  const words = useWords(guardrailsWords);
  const { enforcing, states, watching } = useWords(claimWords);
  const { language } = useLanguage();
  const authorOf = useAuthor();
  const sentenceOf = ({ agents, claim }: Guardrail) => {
    const names = new Map(agents.map(({ id, name }) => [id.toLowerCase(), name]));
    return claimSentence(claim, { language, agentNames: (id) => names.get(id.toLowerCase()) });
  };
  return [
    {
      id: 'name',
      name: words.guardrail,
      width: 'minmax(12rem, 1fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: (one) => <NameCell name={one.name} sentence={sentenceOf(one)} />,
    },
    {
      id: 'state',
      name: words.state,
      width: '9rem',
      phone: 'end',
      value: ({ state }) => states[state],
      cell: ({ state }) => (
        <span className="flex">
          <ClaimState state={state} />
        </span>
      ),
    },
    {
      id: 'enforcing',
      name: words.mode,
      width: '8rem',
      phone: 'middle',
      value: (one) => (one.enforcing ? enforcing : watching),
      cell: (one) => (
        <span className="flex">
          <Enforcement isEnforcing={one.enforcing} isShort />
        </span>
      ),
    },
    {
      id: 'proved',
      isTime: true,
      name: words.proved,
      width: '11rem',
      value: ({ proof }) => proof?.provedAt ?? null,
      cell: ({ proof }) => <LastProof proof={proof} />,
    },
    {
      id: 'updatedAt',
      isTime: true,
      name: words.changed,
      width: '11rem',
      isWide: true,
      value: ({ updatedAt }) => updatedAt,
      cell: ({ changedBy, updatedAt }) => <Ago first={authorOf(changedBy)} iso={updatedAt} />,
    },
  ];
}

/** The sentence is what a person looks for, on phones too. */
function NameCell({ name, sentence }: { name: string; sentence: string }) {
  return (
    <span className="flex min-w-0 flex-col leading-4.5">
      <span className="truncate font-medium">{name}</span>
      <span className="truncate text-meta text-ink-3">{sentence}</span>
    </span>
  );
}

function LastProof({ proof }: { proof: Guardrail['proof'] }) {
  const words = useWords(guardrailsWords);
  const { format } = useLanguage();
  if (proof === null) return <span className="text-ink-3">{words.never}</span>;
  return <Ago iso={proof.provedAt} second={words.ofVersion(format.number(proof.policySetVersion))} />;
}

const TICK_EVERY_MS = 60_000;

function Ago({ first, iso, second }: { first?: string; iso: string; second?: string }) {
  const { format } = useLanguage();
  const nowMs = useNow(TICK_EVERY_MS);
  const ago = <Timestamp iso={iso} text={format.ago(iso, nowMs)} />;
  return (
    <span className="flex min-w-0 flex-col leading-4.5">
      <span className="truncate text-ink-2">{first ?? ago}</span>
      <span className="truncate text-meta text-ink-3">{second ?? ago}</span>
    </span>
  );
}
