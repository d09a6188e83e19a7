// SPDX-License-Identifier: Apache-2.0
/** The test cases that fail, before the policy is saved all the same. */
import type { PolicyTestCase } from '@svc/contract';
import { OutcomeWord } from '../../decision/verdict.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx';
import type { CaseResult } from './tests-panel.tsx';
import { policyPageWords } from './words.ts';

interface FailedTestsProps {
  results: readonly CaseResult[];
  tests: readonly PolicyTestCase[];
  onSave(): void;
  onClose(): void;
}

const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

export default function FailedTests({ results, tests, onSave, onClose }: FailedTestsProps) {
  const { messages } = useLanguage();
  const { tests: words } = useWords(policyPageWords);
  const failed = results.filter(({ pass }) => pass === false);
  const expected = new Map(tests.map(({ name, expect }) => [name, expect?.decision]));
  return (
    <Dialog title={words.failedTitle(failed.length)} lead={words.failedText} onClose={onClose}>
      <DialogBody>
        <ul className="divide-y divide-line border-y border-line">
          {failed.map(({ name, decision }) => {
            const wanted = expected.get(name);
            return (
              <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5">
                <span className="min-w-0 grow font-medium">{name}</span>
                <OutcomeWord outcome={OUTCOMES[decision]} />
                {wanted !== undefined && (
                  <span className="text-meta text-ink-3">{words.expected(messages.words.decisions[wanted])}</span>
                )}
              </li>
            );
          })}
        </ul>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onSave}>{words.saveAnyway}</Button>
        <Button variant="solid" onClick={onClose}>
          {words.back}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
