// SPDX-License-Identifier: Apache-2.0
/** The effect of an edit on every event there can be: looser, stricter, and who else may approve. */
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ChangeList } from '../../policy/loosening/change-list.tsx';
import type { Difference } from './use-difference.ts';
import { policyPageWords } from './words.ts';

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
          <div className={isCurrent ? '' : 'opacity-60'}>
            <ChangeList changes={answer.changes} />
          </div>
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
