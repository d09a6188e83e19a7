// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of grants. Beside the open one, its drawer has the rest. */
import type { Grant } from '@svc/contract';
import { useGrantSentence } from '../../decision/grant-sentence.ts';
import { grantWords } from '../../decision/grant-words.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { timeColumn } from '../../list/time-cell.tsx';
import { grantsWords } from './words.ts';

/** The sentence of a grant by the names of now; of what is gone, its id. */
export function useTold(): (grant: Grant) => string {
  const sentence = useGrantSentence();
  return (grant) =>
    sentence({
      ...grant,
      agent: grant.agent.name ?? grant.agent.id,
      resource: grant.resource.name ?? grant.resource.id,
    });
}

export function useColumns(): ListColumn<Grant>[] {
  const { format } = useLanguage();
  const words = useWords(grantsWords);
  const { row } = useWords(grantWords);
  const told = useTold();
  const usesOf = ({ uses, usesMax }: Grant) =>
    words.usesOf(format.number(uses), usesMax === null ? null : format.number(usesMax));
  return [
    {
      id: 'status',
      name: words.status,
      width: '6rem',
      phone: 'start',
      value: ({ status }) => words.statuses[status],
      cell: ({ status }) => (
        <span className={status === 'LIVE' ? 'font-medium text-review-ink' : 'text-ink-3'}>
          {words.statuses[status]}
        </span>
      ),
    },
    {
      id: 'what',
      name: words.what,
      width: 'minmax(0, 1fr)',
      phone: 'below',
      value: told,
      cell: (grant) => (
        <>
          <span className="block truncate font-medium">
            {row({
              ...grant,
              resource: grant.resource.name ?? grant.resource.id,
              records: format.number(grant.recordsAffectedMax),
            })}
          </span>
          <span className="block truncate pb-1 font-mono text-meta text-ink-3">
            {grant.agent.name ?? grant.agent.id}
          </span>
        </>
      ),
    },
    {
      id: 'agent',
      name: words.agent,
      width: '9rem',
      isWide: true,
      value: ({ agent }) => agent.name ?? agent.id,
      isName: true,
    },
    {
      id: 'maker',
      name: words.maker,
      width: '9rem',
      isWide: true,
      value: ({ madeBy }) => madeBy.name ?? words.somebody,
    },
    { id: 'uses', name: words.uses, width: '5rem', value: usesOf },
    timeColumn('until', words.until, ({ until }) => until),
  ];
}
