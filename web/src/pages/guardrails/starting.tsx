// SPDX-License-Identifier: Apache-2.0
/** The empty list: five guardrails worth copying. */
import type { PolicyClaim } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { startingClaim } from '../../policy/claim/starting.ts';
import { Can } from '../../session/may.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { guardrailsWords } from './words.ts';

export function Starting({ onStart }: { onStart(claim: PolicyClaim | null): void }) {
  const words = useWords(guardrailsWords);
  return (
    <EmptyState
      help="guardrails"
      title={words.emptyTitle}
      text={words.emptyText}
      command={{ label: words.command, code: 'svc policies prove claims/' }}
    >
      <Can operation="createGuardrail">
        <ul className="w-full divide-y divide-line border-y border-line">
          {words.starting.map(({ name, text }, index) => (
            <li key={name}>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onStart(startingClaim(index, name))}
                className="flex min-h-11 w-full flex-col justify-center px-2 py-1.5 text-left hover:bg-hover"
              >
                <span className="font-medium">{name}</span>
                <span className="text-meta text-ink-3">{text}</span>
              </button>
            </li>
          ))}
        </ul>
      </Can>
    </EmptyState>
  );
}
