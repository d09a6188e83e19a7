// SPDX-License-Identifier: Apache-2.0
/** Grants that would have answered many of the last reviews, each with the way to make it. */
import type { AppAnswer } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readOf } from '../../api/reading.ts';
import { grantWords } from '../../decision/grant-words.ts';
import { PANEL_LINK, Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { grantsWords } from './words.ts';

type Proposal = AppAnswer<'readGrantProposals'>['items'][number];

const SHOWN_MAX = 3;

/** Nothing, where no grant would have answered two reviews. */
export function Proposals() {
  const words = useWords(grantsWords).proposals;
  const { format } = useLanguage();
  const { data } = useQuery(readOf('readGrantProposals', {}));
  if (data === undefined || data.items.length === 0) return null;
  const { reviews, answered, items } = data;
  return (
    <Panel title={words.title}>
      <p className="text-ink-2">{words.text(format.number(answered), format.number(reviews))}</p>
      <ul className="mt-3 flex flex-col gap-3">
        {items.slice(0, SHOWN_MAX).map((proposal) => (
          <Item key={proposal.eventId} proposal={proposal} />
        ))}
      </ul>
    </Panel>
  );
}

function Item({ proposal }: { proposal: Proposal }) {
  const words = useWords(grantsWords).proposals;
  const { format } = useLanguage();
  const { row } = useWords(grantWords);
  const { agent, resource, policy, answers, eventId, isAllowed } = proposal;
  return (
    <li className="flex flex-col gap-0.5">
      <span>
        <span className="font-mono">{agent.name ?? agent.id}</span>{' '}
        {row({
          ...proposal,
          resource: resource.name ?? resource.id,
          records: format.number(proposal.recordsAffectedMax),
        })}
      </span>
      <span className="flex flex-wrap gap-x-3 text-meta text-ink-3">
        <span>{words.answers(format.number(answers))}</span>
        <Link to="/events" search={{ open: eventId }} className={PANEL_LINK}>
          {words.last}
        </Link>
        {isAllowed ? (
          <span>{words.how}</span>
        ) : policy === null ? (
          <Link to="/settings" className={PANEL_LINK}>
            {words.settings}
          </Link>
        ) : (
          <Link to="/policies/$id" params={{ id: policy.id }} className={PANEL_LINK}>
            {words.policy(policy.name ?? policy.id)}
          </Link>
        )}
      </span>
    </li>
  );
}
