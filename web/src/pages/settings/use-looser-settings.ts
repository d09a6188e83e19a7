// SPDX-License-Identifier: Apache-2.0
import { isLooserIn } from '@svc/core/approvals';
import { useWords } from '../../language/word-set.ts';
import { looserRanges } from './looser.ts';
import { reviewDefaultsOf, type Values } from './values.ts';
import { settingsWords } from './words.ts';

/** Sentences about what the entered settings let through that the saved ones do not. */
export function useLooserSettings(): (saved: Values, entered: Values) => string[] {
  const { looser: words, monitorText, durations } = useWords(settingsWords);
  return (saved, entered) => {
    const turnsTo = (name: keyof Values, value: string) => saved[name] !== value && entered[name] === value;
    const isLifted = turnsTo('enforcement', 'MONITOR');
    // The service refuses it.
    if (!isLifted && Number(entered.riskReviewAt) > Number(entered.riskBlockAt)) return [];
    const ranges = isLifted ? [] : looserRanges(saved, entered);
    return [
      ...(isLifted ? [monitorText] : []),
      ...ranges.map(({ from, to, before, after }) =>
        words.risk(from, to, words.outcomes[before], words.outcomes[after]),
      ),
      ...(Number(entered.approvalValidMinutes) > Number(saved.approvalValidMinutes)
        ? [
            words.validLonger(
              durations(Number(saved.approvalValidMinutes)),
              durations(Number(entered.approvalValidMinutes)),
            ),
          ]
        : []),
      ...(isLooserIn(reviewDefaultsOf(saved), reviewDefaultsOf(entered)) ? [words.approvals] : []),
      ...(Number(entered.grantHoursMax) > Number(saved.grantHoursMax)
        ? [words.grantsLonger(durations(60 * Number(entered.grantHoursMax)))]
        : []),
      ...(turnsTo('requireMfa', 'no') ? [words.withoutFactor] : []),
      ...(turnsTo('loosenNeedsTwo', 'no') ? [words.alone] : []),
      ...(turnsTo('assistantApprovals', 'yes') ? [words.assistants] : []),
    ];
  };
}
