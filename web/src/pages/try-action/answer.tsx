// SPDX-License-Identifier: Apache-2.0
/** The answer to an action that was tried: what the agent would be told, why, and each step on the way. */
import type { AppAnswer, EventDetail, PolicyTestCase } from '@svc/contract';
import { failureOf } from '../../api/failure.ts';
import { useApproverNames } from '../../decision/approver-names.ts';
import { Explanation } from '../../decision/decision-sheet.tsx';
import { Cause, useWatched } from '../../decision/reason.tsx';
import { Risk } from '../../decision/risk.tsx';
import { Sentence } from '../../decision/sentence.tsx';
import { OutcomeWord } from '../../decision/verdict.tsx';
import { PANEL_INSET } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { triedDetail } from './tried.ts';
import { tryWords } from './words.ts';

interface AnswerProps {
  query: {
    data: AppAnswer<'testPolicies'> | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch(): Promise<unknown>;
  };
  input: PolicyTestCase['input'];
}

export function Answer({ query: { data, error, isFetching, refetch }, input }: AnswerProps) {
  if (error !== null) return <Refusal error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return isFetching ? <Skeleton rows={8} /> : null;
  const [result] = data.results;
  const detail = result === undefined ? null : triedDetail(input, result);
  if (detail === null || result === undefined) return null;
  return <Told detail={detail} trace={result.trace} input={input} />;
}

/** A name that is not registered is a fault of the form, in the words of the service. */
function Refusal({ error, onRetry }: { error: Error; onRetry(): void }) {
  const words = useWords(tryWords);
  const failure = failureOf(error);
  const fields = failure.kind === 'refused' ? Object.values(failure.fields) : [];
  return (
    <div className="p-6 max-md:p-4">
      {fields.length > 0 ? (
        <Notice tone="problem" what={words.wrong} remedy={fields.join(' ')} />
      ) : (
        <FailureNotice failure={failure} onRetry={onRetry} />
      )}
    </div>
  );
}

interface ToldProps {
  detail: EventDetail;
  trace: AppAnswer<'testPolicies'>['results'][number]['trace'];
  input: PolicyTestCase['input'];
}

const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

function Told({ detail, trace, input }: ToldProps) {
  const words = useWords(tryWords);
  const { format } = useLanguage();
  const { event } = detail;
  const watched = useWatched(event);
  const roles = useApproverNames()(trace ?? { approverRoles: [] });
  return (
    <div aria-live="polite">
      <div className={`border-b border-line bg-sunken ${PANEL_INSET} py-4`}>
        <p className="text-page text-ink-2">
          <Sentence event={event} isTried />
        </p>
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <span className="text-ink-3">{words.wouldBe}</span>
          <OutcomeWord outcome={OUTCOMES[event.decision]} isSoft />
          <Risk level={event.riskLevel} score={event.riskScore} />
        </p>
        <p className="mt-2 text-ink-2">
          <Cause event={event} /> {watched}
          {event.decision === 'REVIEW' && ` ${words.approvers(format.list(roles))}`}
        </p>
      </div>
      <Explanation
        detail={detail}
        {...(event.dlpFindings.length === 0 && {
          found: (
            <p className="text-ink-2">{input.containsSensitiveData === true ? words.assumed : words.nothingFound}</p>
          ),
        })}
      />
    </div>
  );
}
