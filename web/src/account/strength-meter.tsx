// SPDX-License-Identifier: Apache-2.0
/** The strength of a password under its field, while it is typed: three bars and a word. */
import { useWords } from '../language/word-set.ts';
import { strengthOf } from './strength.ts';
import { accountWords } from './words.ts';

const FILLS = ['bg-block-fill', 'bg-review-fill', 'bg-allow-fill', 'bg-allow-fill'] as const;

interface StrengthMeterProps {
  password: string;
  /** Texts that an attacker would try. */
  own?: readonly string[];
  /** False while a fault of the field says what is short. */
  isSaid: boolean;
}

export function StrengthMeter({ password, own = [], isSaid }: StrengthMeterProps) {
  const { strength } = useWords(accountWords);
  const { level, missing } = strengthOf(password, own);
  const isEmpty = password === '';
  return (
    <div className="flex items-center gap-3 pt-1">
      <span aria-hidden className="flex grow gap-1">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1 grow rounded-s ${level >= bar ? FILLS[level] : 'bg-selected'}`} />
        ))}
      </span>
      <p role="status" className="text-meta text-ink-3 tabular-nums empty:sr-only">
        {isSaid && (isEmpty || missing > 0 ? strength.missing(missing) : strength.levels[level])}
      </p>
    </div>
  );
}
