// SPDX-License-Identifier: Apache-2.0
/** The empty list: six policies to begin with. */
import { Link } from '@tanstack/react-router';
import { useWords } from '../../language/word-set.ts';
import { policyWords } from '../../policy/words.ts';
import { Can } from '../../session/may.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { policiesWords } from './words.ts';

export function Starting() {
  const words = useWords(policiesWords);
  const { starting } = useWords(policyWords);
  return (
    <EmptyState
      help="policies"
      title={words.emptyTitle}
      text={words.emptyText}
      command={{ label: words.command, code: 'svc policies apply policies/' }}
    >
      <Can operation="createPolicy">
        <ul className="w-full divide-y divide-line border-y border-line">
          {starting.map(({ name, text }, index) => (
            <li key={name}>
              <Link
                to="/policies/new"
                search={{ start: String(index) }}
                className="flex min-h-11 flex-col justify-center px-2 py-1.5 hover:bg-hover"
              >
                <span className="font-medium">{name}</span>
                <span className="text-meta text-ink-3">{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Can>
    </EmptyState>
  );
}
