// SPDX-License-Identifier: Apache-2.0
/** Counts the last 30 days by a budget that is still being written. Nothing is saved. */
import type { BudgetCreation } from '@svc/contract';
import { useId } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { budgetsWords } from './words.ts';

const DAYS = 30;

/** @param budget null: it cannot be sent yet */
export function ImpactNow({ budget }: { budget: BudgetCreation | null }) {
  const { format } = useLanguage();
  const words = useWords(budgetsWords);
  const hintId = useId();
  const key = JSON.stringify(budget);
  const counting = useAct(async (asked: BudgetCreation) => {
    const { budgets, complete } = await callApi('impactOfBudget', { body: { budget: asked, days: DAYS } });
    return { key, complete, stopped: budgets[0]?.stopped ?? 0 };
  }, []);
  const found = counting.data?.key === key ? counting.data : null;
  return (
    <div className="flex flex-col gap-3 rounded-m bg-sunken p-3">
      <div className="flex items-center gap-3">
        <Button
          size="small"
          disabled={budget === null}
          aria-disabled={counting.isPending}
          aria-describedby={hintId}
          onClick={() => budget !== null && !counting.isPending && counting.mutate(budget)}
        >
          {counting.isPending ? words.counting : words.count}
        </Button>
        <span id={hintId} className="text-meta text-ink-3">
          {words.countHint}
        </span>
      </div>
      <div role="status">
        {found !== null && budget !== null && (
          <p>
            {words.wouldHave[budget.onExceed](format.number(found.stopped))}
            {!found.complete && ` ${words.countCut}`}
          </p>
        )}
      </div>
      {counting.error !== null && !counting.isPending && <FailureNotice failure={failureOf(counting.error)} />}
    </div>
  );
}
