// SPDX-License-Identifier: Apache-2.0
/** The test cases that are kept with the policy, each with what it leads to while the policy is edited. */
import type { PolicyCheckResponse, PolicyTestCase } from '@svc/contract';
import { CASES_PER_POLICY_MAX } from '@svc/contract/limits';
import { Play, Plus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { OutcomeWord } from '../../decision/verdict.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Checked } from './use-check.ts';
import { policyPageWords } from './words.ts';

const CaseDialog = lazy(() => import('./case-dialog.tsx'));

export type CaseResult = PolicyCheckResponse['results'][number];

interface TestsPanelProps {
  tests: PolicyTestCase[];
  check: Checked;
  canChange: boolean;
  onChange(tests: PolicyTestCase[]): void;
}

/** Results come in the order of the cases. Those of a moment ago stay until the later ones are there. */
export function resultsOf(tests: readonly PolicyTestCase[], { answer }: Checked): (CaseResult | undefined)[] {
  return tests.map(({ name }, index) => {
    const result = answer?.results[index];
    return result?.name === name ? result : undefined;
  });
}

export function TestsPanel({ tests, check, canChange, onChange }: TestsPanelProps) {
  const { tests: words } = useWords(policyPageWords);
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const results = resultsOf(tests, check);
  const keep = (changed: PolicyTestCase) => {
    if (open === null) return;
    onChange(open === 'new' ? [...tests, changed] : tests.with(open, changed));
    setOpen(null);
  };
  return (
    <div className="px-5 py-3 max-md:px-4">
      {tests.length === 0 && <p className="pb-3 text-ink-3">{words.none}</p>}
      <ul className="divide-y divide-line">
        {tests.map((test, index) => (
          <Case
            key={test.name}
            test={test}
            result={results[index]}
            canChange={canChange}
            onOpen={() => setOpen(index)}
            onRemove={() => onChange(tests.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <div className="mt-3 flex gap-2">
        {tests.length > 0 && (
          <Button size="small" onClick={check.again}>
            <Play aria-hidden className="size-3.5" />
            {words.run}
          </Button>
        )}
        {canChange && tests.length < CASES_PER_POLICY_MAX && (
          <Button variant="ghost" size="small" aria-haspopup="dialog" onClick={() => setOpen('new')}>
            <Plus aria-hidden className="size-3.5" />
            {words.add}
          </Button>
        )}
      </div>
      {open !== null && (
        <Suspense>
          <CaseDialog
            test={open === 'new' ? null : (tests[open] ?? null)}
            taken={tests.filter((_, index) => index !== open).map(({ name }) => name)}
            onKeep={keep}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

interface CaseProps {
  test: PolicyTestCase;
  result: CaseResult | undefined;
  canChange: boolean;
  onOpen(): void;
  onRemove(): void;
}

function Case({ test, result, canChange, onOpen, onRemove }: CaseProps) {
  const { messages } = useLanguage();
  const { tests: words } = useWords(policyPageWords);
  const { name, expect } = test;
  const isFailed = result?.pass === false;
  const state = result === undefined ? words.notRun : isFailed ? words.fails : words.pass;
  const text =
    result === undefined
      ? ''
      : isFailed
        ? words.got(messages.words.decisions[result.decision], result.riskScore)
        : (result.matchedPolicy ?? words.risk(result.riskScore));
  return (
    <li className="flex min-h-9 items-center gap-x-3 py-1 max-md:flex-wrap">
      <span
        className={`w-14 shrink-0 text-meta font-medium ${
          isFailed ? 'text-block-ink' : result === undefined ? 'text-ink-3' : 'text-ink-2'
        }`}
      >
        {state}
      </span>
      {canChange ? (
        <button
          type="button"
          aria-label={words.edit(name)}
          aria-haspopup="dialog"
          onClick={onOpen}
          className="min-h-6 min-w-0 grow truncate rounded-s text-left hover:underline max-md:min-h-11"
        >
          {name}
        </button>
      ) : (
        <span className="min-w-0 grow truncate">{name}</span>
      )}
      <span className="max-w-3/5 min-w-0 truncate text-meta text-ink-3">{text}</span>
      {expect !== undefined && <OutcomeWord outcome={OUTCOMES[expect.decision]} />}
      {canChange && (
        <IconButton label={words.remove(name)} onClick={onRemove}>
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </li>
  );
}
