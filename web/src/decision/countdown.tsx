// SPDX-License-Identifier: Apache-2.0
/** The time left for an answer, as a pie and in words. */
import { useLanguage } from '../language/index.tsx';
import { useNow } from '../ui/timestamp.tsx';
import { OutcomeGlyph } from './glyph.tsx';

const HURRY_MS = 3_600_000;
/** With a radius of a quarter of the box and a stroke as wide as half of it, a dashed circle is a pie. */
const RADIUS = 2.75;
const AROUND = 2 * Math.PI * RADIUS;

export function Countdown({ from, until }: { from: string; until: string }) {
  const { messages, format } = useLanguage();
  const nowMs = useNow();
  const left = format.left(until, nowMs);
  if (left === null) {
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-block-ink">
        <OutcomeGlyph outcome="expired" />
        {messages.words.outcomes.expired}
      </span>
    );
  }
  const leftMs = Date.parse(until) - nowMs;
  const share = Math.min(1, leftMs / Math.max(1, Date.parse(until) - Date.parse(from)));
  const tone = leftMs < HURRY_MS ? 'font-semibold text-review-ink' : 'text-ink-3';
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums ${tone}`}>
      <svg viewBox="0 0 14 14" fill="none" aria-hidden className="size-3.5 -rotate-90">
        <circle cx="7" cy="7" r="6" className="stroke-current" strokeWidth="1" opacity="0.7" />
        <circle
          cx="7"
          cy="7"
          r={RADIUS}
          className="stroke-current"
          strokeWidth={2 * RADIUS}
          strokeDasharray={`${share * AROUND} ${AROUND}`}
        />
      </svg>
      <time dateTime={until} title={format.dateTime(until)}>
        {left}
      </time>
    </span>
  );
}
