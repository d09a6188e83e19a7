// SPDX-License-Identifier: Apache-2.0
/** The faults of the text, each with its line and column, and the edit that mends it where there is one. */
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { problemText } from '../problem-text.ts';
import { policyWords } from '../words.ts';
import type { TextFault } from './read.ts';

/** The others wait their turn: mending the first often mends them, too. */
const SHOWN_MAX = 3;

interface FaultBarProps {
  faults: readonly TextFault[];
  onGoTo(fault: TextFault): void;
  onFix(fault: TextFault): void;
}

export function FaultBar({ faults, onGoTo, onFix }: FaultBarProps) {
  const words = useWords(policyWords);
  const { format } = useLanguage();
  return (
    <ul aria-live="polite" aria-label={words.faults(faults.length)} className="shrink-0 bg-block-soft text-meta">
      {faults.slice(0, SHOWN_MAX).map((fault, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two faults may stand at one place
          key={`${fault.from} ${index}`}
          className="flex min-h-8 items-center gap-2 px-5 py-1 text-block-ink max-md:px-4"
        >
          <button
            type="button"
            aria-label={`${fault.line}:${fault.column}, ${words.goTo(fault.line, fault.column)}`}
            onClick={() => onGoTo(fault)}
            className="min-h-6 font-mono font-semibold underline underline-offset-2 max-md:min-h-11"
          >
            {fault.line}:{fault.column}
          </button>
          <span className="min-w-0 grow">{problemText(fault.problem, words.problem, format)}</span>
          {fault.fix !== null && (
            <Button variant="ghost" size="small" onClick={() => onFix(fault)} className="text-ink">
              {words.fix}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
