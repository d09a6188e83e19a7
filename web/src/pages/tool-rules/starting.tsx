// SPDX-License-Identifier: Apache-2.0
/** The empty list: two sets to begin with. */
import { Link } from '@tanstack/react-router';
import { useWords } from '../../language/word-set.ts';
import { Can } from '../../session/may.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { STARTING_SETS } from './starting-sets.ts';
import { Unlisted } from './unlisted.tsx';
import { toolRulesWords } from './words.ts';

export function Starting() {
  const words = useWords(toolRulesWords);
  return (
    <>
      <Unlisted sets={[]} />
      <EmptyState
        help="toolRules"
        title={words.emptyTitle}
        text={words.emptyText}
        command={{ label: words.command, code: 'svc tool-rules apply' }}
      >
        <Can operation="createToolRules">
          <ul className="w-full divide-y divide-line border-y border-line">
            {STARTING_SETS.map((start) => (
              <li key={start}>
                <Link
                  to="/tool-rules/new"
                  search={{ start }}
                  className="flex min-h-11 flex-col justify-center px-2 py-1.5 hover:bg-hover"
                >
                  <span className="font-medium">{words.starting[start].name}</span>
                  <span className="text-meta text-ink-3">{words.starting[start].text}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Can>
      </EmptyState>
    </>
  );
}
