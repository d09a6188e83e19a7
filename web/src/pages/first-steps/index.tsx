// SPDX-License-Identifier: Apache-2.0
/** The guide of a fresh organization: six steps, and beside them the one to take. It waits for the first decision. */
import type { FirstSteps } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../../language/word-set.ts';
import { useFollower } from '../../live/followers.ts';
import { firstStepsQuery, isDone, nextStep, SKIPPED, STEP_IDS, type StepId } from '../../page/first-steps.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { keepPreference } from '../../preference/index.ts';
import { Answered } from '../../ui/answered.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AnswersToCome } from './answers.tsx';
import { StepList } from './step-list.tsx';
import { StepPanel } from './step-panel.tsx';
import { firstStepsWords } from './words.ts';

export function FirstStepsPage() {
  const words = useWords(firstStepsWords);
  const navigate = useNavigate();
  const steps = useQuery(firstStepsQuery);
  // The person waits in front of it, after a command in another window.
  useFollower(true, () => void steps.refetch());
  const skip = () => {
    keepPreference(SKIPPED, 'skipped');
    void navigate({ to: '/overview', search: {} });
  };
  return (
    <Page
      title={words.title}
      actions={
        <Button variant="ghost" onClick={skip}>
          {steps.data !== undefined && STEP_IDS.every((id) => isDone(steps.data, id)) ? words.close : words.skip}
        </Button>
      }
    >
      <Answered query={steps} skeleton={<Skeleton />}>
        {(found) => (
          <ScrollRegion label={words.title}>
            <Guide steps={found} />
          </ScrollRegion>
        )}
      </Answered>
    </Page>
  );
}

function Guide({ steps }: { steps: FirstSteps }) {
  const words = useWords(firstStepsWords);
  const next = nextStep(steps);
  // It stays when the step is done meanwhile: the first decision is shown where it was waited for.
  const [shown, show] = useState<StepId>(next ?? 'decision');
  // A step whose form was closed, or whose button was pressed, gives way to the next one once it is done.
  const [isTaken, setTaken] = useState(false);
  if (isTaken && isDone(steps, shown)) {
    setTaken(false);
    if (next !== null) show(next);
  }
  const count = STEP_IDS.filter((id) => isDone(steps, id)).length;
  return (
    <div className="mx-auto flex max-w-[61rem] flex-col gap-8 px-6 py-12 max-md:gap-6 max-md:px-4 max-md:py-6">
      <p className="text-page md:text-sentence">
        <strong className="font-semibold">{next === null ? words.allDone : words.done(count)}</strong>{' '}
        <span className="text-ink-3">{next === null ? words.afterAll : words.next[next]}</span>
      </p>
      <div className="grid items-start gap-8 md:grid-cols-[minmax(14rem,18.75rem)_minmax(0,1fr)]">
        <StepList steps={steps} shown={shown} next={next} onChoose={show} />
        <div className="flex min-w-0 flex-col gap-8">
          <StepPanel id={shown} steps={steps} onTaken={() => setTaken(true)} />
          {shown === 'decision' && <AnswersToCome />}
        </div>
      </div>
    </div>
  );
}
