// SPDX-License-Identifier: Apache-2.0
/** The outcome of an event, as a shape and a word. */
import { useLanguage } from '../language/index.tsx';
import { OutcomeGlyph } from './glyph.tsx';
import { type Decided, type Outcome, outcomeOf } from './outcome.ts';

const VARIANTS: Readonly<Record<Outcome, { ink: string; soft: string }>> = {
  allowed: { ink: 'text-allow-ink', soft: 'bg-allow-soft' },
  waiting: { ink: 'text-review-ink', soft: 'bg-review-soft' },
  blocked: { ink: 'text-block-ink', soft: 'bg-block-soft' },
  approved: { ink: 'text-allow-ink', soft: 'bg-allow-soft' },
  denied: { ink: 'text-block-ink', soft: 'bg-block-soft' },
  expired: { ink: 'text-block-ink', soft: 'bg-block-soft' },
  'would-block': { ink: 'text-monitor-ink', soft: 'bg-monitor-soft' },
  'would-ask': { ink: 'text-monitor-ink', soft: 'bg-monitor-soft' },
};

/** @param isSoft for the head of a detail: on the soft ground of its hue */
export function Verdict({ event, isSoft = false }: { event: Decided; isSoft?: boolean }) {
  return <OutcomeWord outcome={outcomeOf(event)} isSoft={isSoft} />;
}

/** An ALLOW recedes in a list: 99 of 100 decisions are one. */
export function OutcomeWord({ outcome, isSoft = false }: { outcome: Outcome; isSoft?: boolean }) {
  const { words } = useLanguage().messages;
  const { ink, soft } = VARIANTS[outcome];
  const recedes = outcome === 'allowed' && !isSoft;
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap ${
        recedes ? 'text-ink-3' : `font-medium ${ink}`
      } ${isSoft ? `h-6 rounded-s px-2 ${soft}` : ''}`}
    >
      <OutcomeGlyph outcome={outcome} />
      {words.outcomes[outcome]}
    </span>
  );
}
