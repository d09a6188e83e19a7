/** The answer to an action that was tried: what the agent would be told, why, and each step on the way. */
import type { AppAnswer, EventDetail, PolicyTestCase } from '@svc/contract';
import { failureOf } from '../../api/failure.ts';
import { Policies } from '../../decision/policies.tsx';
import { useReason, useWatched } from '../../decision/reason.tsx';
import { Risk } from '../../decision/risk.tsx';
import { Sentence } from '../../decision/sentence.tsx';
import { Trace } from '../../decision/trace.tsx';
import { OutcomeWord } from '../../decision/verdict.tsx';
import { Panel } from '../../detail/panel.tsx';
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

/** They answer where a policy, or the risk score, names no role. */
const OWNERS_AND_ADMINS = ['OWNER', 'ADMIN'] as const;
const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

function Told({ detail, trace, input }: ToldProps) {
  const words = useWords(tryWords);
  const { messages, format } = useLanguage();
  const { event } = detail;
  const reason = useReason(event);
  const watched = useWatched(event);
  const approvers = trace === null || trace.approverRoles.length === 0 ? OWNERS_AND_ADMINS : trace.approverRoles;
  const roles = approvers.map((role) => messages.words.roles[role].toLowerCase());
  return (
    <div className="[--panel-inset:1.5rem]" aria-live="polite">
      <div className="border-b border-line bg-sunken px-6 py-4 max-md:px-4">
        <p className="text-page text-ink-2">
          <Sentence event={event} isTried />
        </p>
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <span className="text-ink-3">{words.wouldBe}</span>
          <OutcomeWord outcome={OUTCOMES[event.decision]} isSoft />
          <Risk level={event.riskLevel} score={event.riskScore} />
        </p>
        <p className="mt-2 text-ink-2">
          {reason.text} {watched}
          {event.decision === 'REVIEW' && ` ${words.approvers(format.list(roles))}`}
        </p>
      </div>
      <div className="grid xl:grid-cols-2">
        <Panel title={words.how} className="min-w-0 xl:border-r">
          <Trace
            detail={detail}
            {...(input.containsSensitiveData === true &&
              event.dlpFindings.length === 0 && { found: <p className="text-ink-2">{words.assumed}</p> })}
          />
        </Panel>
        <Panel title={words.policies} className="min-w-0">
          <Policies event={event} why={detail.why} />
        </Panel>
      </div>
    </div>
  );
}
