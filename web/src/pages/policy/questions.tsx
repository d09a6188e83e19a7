// SPDX-License-Identifier: Apache-2.0
/** The questions that a save may lead to: what it loosens, whose version stays, and whether failing cases matter. */
import { lazy, Suspense } from 'react';
import type { Base } from './base.ts';
import type { Edited } from './use-editor.ts';
import type { Asked, SaveQuestion } from './use-saving.ts';

const PolicyClash = lazy(() => import('./clash.tsx'));
const LooserQuestion = lazy(() => import('../../policy/loosening/looser-question.tsx'));
const FailedTests = lazy(() => import('./failed-tests.tsx'));

interface SaveQuestionsProps {
  question: SaveQuestion | null;
  onSave(now: Asked, saveAnyway?: boolean): Promise<void>;
  onBegin(base: Base, now?: Edited): void;
  onClose(): void;
}

export function SaveQuestions({ question, onSave, onBegin, onClose }: SaveQuestionsProps) {
  if (question === null || question.kind === 'taken') return null;
  const { sent } = question;
  if (question.kind === 'looser') {
    const { base, spec } = sent;
    return (
      <Suspense>
        <LooserQuestion
          change={{ change: { ...(base.stored !== null && { id: base.stored.id }), policy: spec } }}
          known={question.known}
          onGo={(asked) => void onSave({ ...sent, asked }, sent.saveAnyway)}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  if (question.kind === 'tests') {
    return (
      <Suspense>
        <FailedTests
          results={question.results}
          tests={sent.tests}
          onSave={() => void onSave(sent, true)}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  return (
    <Suspense>
      <PolicyClash
        key={question.current.updatedAt}
        before={sent.base}
        current={question.current}
        mine={sent}
        onChoose={async (base, chosen) => {
          onBegin(base, chosen);
          await onSave({ base, ...chosen });
        }}
        onDrop={(base) => {
          onBegin(base);
          onClose();
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}
