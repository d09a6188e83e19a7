// SPDX-License-Identifier: Apache-2.0
/** The use of one window against its limit: the numbers, a bar, and a mark where the window will end. */
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { budgetsWords } from './words.ts';

interface UseBarProps {
  used: number;
  limit: number;
  /** At the pace so far; null: nothing is told. */
  forecast?: number | null;
}

export function UseBar({ used, limit, forecast = null }: UseBarProps) {
  const { format } = useLanguage();
  const words = useWords(budgetsWords);
  const shareOf = (count: number) => Math.min(1, count / limit);
  const isFull = used >= limit;
  return (
    <span className="flex w-full min-w-0 items-center gap-3">
      <span aria-hidden className="relative h-1.5 w-24 shrink-0 overflow-hidden rounded-s bg-line max-md:w-16">
        <span
          className={`absolute inset-y-0 left-0 ${isFull ? 'bg-review-fill' : 'bg-ink-2'}`}
          style={{ width: `${shareOf(used) * 100}%` }}
        />
        {forecast !== null && forecast > used && (
          <span className="absolute inset-y-0 w-px bg-ink-3" style={{ left: `${shareOf(forecast) * 100}%` }} />
        )}
      </span>
      <span className={`truncate tabular-nums ${isFull ? 'font-medium text-review-ink' : ''}`}>
        {words.used(format.number(used), format.number(limit))}
      </span>
    </span>
  );
}
