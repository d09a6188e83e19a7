// SPDX-License-Identifier: Apache-2.0
/** How risky an action is, as a quantity: one to four rising bars, and the score. */
import type { RiskLevel } from '@svc/contract';
import { useLanguage } from '../language/index.tsx';

const LEVELS: Readonly<Record<RiskLevel, { bars: number; fill: string; text: string }>> = {
  LOW: { bars: 1, fill: 'fill-risk-low', text: 'text-ink-3' },
  MEDIUM: { bars: 2, fill: 'fill-risk-medium', text: 'text-risk-medium' },
  HIGH: { bars: 3, fill: 'fill-risk-high', text: 'text-risk-high font-semibold' },
  CRITICAL: { bars: 4, fill: 'fill-risk-critical', text: 'text-risk-critical font-semibold' },
};
const HEIGHTS = [4, 6.5, 9, 11.5] as const;
const HEIGHT_MAX = 11.5;

export const riskText = (level: RiskLevel): string => LEVELS[level].text;
export const riskFill = (level: RiskLevel): string => LEVELS[level].fill;

export function RiskBars({ level, className = 'h-3 w-4.5' }: { level: RiskLevel; className?: string }) {
  const { bars, fill } = LEVELS[level];
  return (
    <svg viewBox="0 0 18 12" aria-hidden className={`shrink-0 ${className}`}>
      {HEIGHTS.map((height, index) => (
        <rect
          key={height}
          x={index * 5}
          y={HEIGHT_MAX - height + 0.5}
          width="3"
          height={height}
          rx="0.75"
          className={index < bars ? fill : 'fill-risk-rest'}
        />
      ))}
    </svg>
  );
}

export function Risk({ level, score }: { level: RiskLevel; score: number }) {
  const { words } = useLanguage().messages;
  return (
    <span
      role="img"
      aria-label={words.riskOf(score, words.riskLevels[level])}
      className={`inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap tabular-nums ${LEVELS[level].text}`}
    >
      <RiskBars level={level} />
      {score}
    </span>
  );
}
