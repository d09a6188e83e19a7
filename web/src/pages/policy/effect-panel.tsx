/** The effect of an edit on every event there can be: looser, stricter, and who else may approve. */
import type { AppPolicyDifference } from '@svc/contract';
import { areaSentence } from '@svc/core/plain-words';
import { OutcomeGlyph } from '../../decision/glyph.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Difference } from './use-difference.ts';
import { policyPageWords } from './words.ts';

type Change = AppPolicyDifference['changes'][number];

interface EffectPanelProps {
  difference: Difference;
  /** It has no fault, so that it can be compared. */
  isSound: boolean;
  isDirty: boolean;
}

export function EffectPanel({ difference, isSound, isDirty }: EffectPanelProps) {
  const { effect: words } = useWords(policyPageWords);
  const { answer, isCurrent, isFailed } = difference;
  const line = lineOf();
  return (
    <div aria-busy={isSound && !isCurrent && !isFailed} className="flex flex-col gap-4 px-5 py-4 max-md:px-4">
      <p role="status" className="text-ink-2">
        {line}
      </p>
      {isSound && answer?.complete === true && answer.changes.length > 0 && (
        <>
          {answer.of === 'evaluatedDecision' && <p className="text-ink-3">{words.watched}</p>}
          <ul className={`flex flex-col gap-5 ${isCurrent ? '' : 'opacity-60'}`}>
            {answer.changes.map((change) => (
              <ChangeItem key={`${keyOf(change.from)} ${keyOf(change.to)}`} change={change} />
            ))}
          </ul>
        </>
      )}
    </div>
  );

  function lineOf(): string {
    if (!isSound) return words.waits;
    if (isFailed) return words.failed;
    // An answer about an earlier state would deny what stands on the page.
    if (answer === null || !isCurrent) return words.comparing;
    if (!answer.complete) return words.incomplete;
    if (answer.changes.length > 0) return words.lead;
    return isDirty ? words.same : words.asSaved;
  }
}

const keyOf = ({ decision, approverRoles }: Change['from']): string => [decision, ...approverRoles].join(' ');

const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

function ChangeItem({ change }: { change: Change }) {
  const { language } = useLanguage();
  const { effect: words } = useWords(policyPageWords);
  const { areas, exact, from, kind, more, to } = change;
  return (
    <li>
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {words.kinds[kind]}
        <span className="flex flex-wrap items-center gap-1.5 text-meta font-normal text-ink-2">
          <Side side={from} />
          <span aria-hidden>→</span>
          <span className="sr-only">{words.becomes}</span>
          <Side side={to} />
        </span>
      </h3>
      <ul className="mt-1.5 flex flex-col gap-1.5 border-l border-line-strong pl-3">
        {areas.map(({ area, by, when }) => (
          <li key={when}>
            <p className="break-words">{areaSentence(area, { language })}</p>
            {by.before !== by.after && (
              <p className="text-meta break-words text-ink-3">{words.by(by.before, by.after)}</p>
            )}
          </li>
        ))}
        {more > 0 && <li className="text-ink-3">{words.more(more)}</li>}
      </ul>
      {!exact && <p className="mt-1.5 text-meta text-ink-3">{words.wider}</p>}
    </li>
  );
}

function Side({ side: { approverRoles, decision } }: { side: Change['from'] }) {
  const { format, messages } = useLanguage();
  const roles = approverRoles.map((role) => messages.words.roles[role].toLowerCase());
  return (
    <span className="inline-flex items-center gap-1">
      <OutcomeGlyph outcome={OUTCOMES[decision]} />
      {messages.words.decisions[decision]}
      {decision === 'REVIEW' && roles.length > 0 && ` (${format.list(roles)})`}
    </span>
  );
}

/** Under the policy as a sentence: that it can never decide, or that it changes nothing. Null when it has an effect. */
export function useStandingText({ answer, isCurrent }: Difference): string | null {
  const { format } = useLanguage();
  const { effect: words } = useWords(policyPageWords);
  const standing = isCurrent ? answer?.standing : null;
  if (standing == null || standing.finding === null) return null;
  const { finding, shadowers } = standing;
  return finding === 'SHADOWED'
    ? words.shadowed(format.list(shadowers.map(({ name }) => `“${name}”`)), shadowers.length)
    : words.findings[finding];
}
