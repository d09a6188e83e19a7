// SPDX-License-Identifier: Apache-2.0
/** The six steps on one line: done, next and to come. Each opens its panel. */
import type { FirstSteps } from '@svc/contract';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { isDone, STEP_IDS, type StepId } from '../../page/first-steps.ts';
import { firstStepsWords } from './words.ts';

interface StepListProps {
  steps: FirstSteps;
  /** Whose panel is shown. */
  shown: StepId;
  next: StepId | null;
  onChoose(id: StepId): void;
}

export function StepList({ steps, shown, next, onChoose }: StepListProps) {
  const words = useWords(firstStepsWords);
  return (
    <ol aria-label={words.steps} className="flex flex-col">
      {STEP_IDS.map((id, index) => {
        const done = isDone(steps, id);
        return (
          <li key={id} className="relative pb-3 last:pb-0">
            {index < STEP_IDS.length - 1 && (
              <span
                aria-hidden
                className={`absolute top-8 -bottom-2 left-5 w-px ${done ? 'bg-ink' : 'bg-line-strong'}`}
              />
            )}
            <button
              type="button"
              aria-current={id === shown ? 'step' : undefined}
              onClick={() => onChoose(id)}
              className="flex w-full items-start gap-3.5 rounded-m p-2 text-left hover:bg-hover aria-[current]:bg-hover"
            >
              <Mark number={index + 1} variant={done ? 'done' : id === next ? 'next' : 'later'} />
              <span className="min-w-0 leading-4.5">
                <span
                  className={`block ${id === next ? 'font-semibold' : ''} ${done || id === next ? '' : 'text-ink-2'}`}
                >
                  {words.names[id]}
                  {done && <span className="sr-only">, {words.isDone}</span>}
                </span>
                <span className="block truncate text-meta text-ink-3">
                  <Fact id={id} steps={steps} />
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

const MARKS = {
  done: 'bg-solid text-on-solid',
  next: 'border-2 border-ink bg-surface font-semibold',
  later: 'border border-line-strong bg-surface text-ink-3',
} as const;

function Mark({ number, variant }: { number: number; variant: keyof typeof MARKS }) {
  return (
    <span
      aria-hidden
      className={`grid size-6 shrink-0 place-items-center rounded-full text-meta tabular-nums ${MARKS[variant]}`}
    >
      {variant === 'done' ? <Check className="size-3.5" strokeWidth={2.2} /> : number}
    </span>
  );
}

/** The record that there is by now, or a hint of what it will be. */
function Fact({ id, steps }: { id: StepId; steps: FirstSteps }): ReactNode {
  const words = useWords(firstStepsWords);
  const { classifications } = useLanguage().messages.words;
  if (!isDone(steps, id)) return words.notYet[id];
  if (id === 'people') {
    const { name, waits } = steps.person ?? { name: '', waits: false };
    return `${words.people(steps.people)}: ${waits ? words.invited(name) : words.joined(name)}`;
  }
  if (id === 'decision') return words.risk(steps.decision?.riskScore ?? 0);
  if (id === 'apiKey') return <span className="font-mono">{steps.apiKey?.prefix}…</span>;
  if (id === 'resource' && steps.resource !== null) {
    const { name, classification } = steps.resource;
    return (
      <>
        <span className="font-mono">{name}</span>, {classifications[classification]}
      </>
    );
  }
  if (id === 'policy' && steps.policy !== null) {
    const { name, by, author } = steps.policy;
    return author === null ? name : `${name}, ${by === 'KEY' ? words.byKey(author) : words.byPerson(author)}`;
  }
  return <span className="font-mono">{steps.agent}</span>;
}
