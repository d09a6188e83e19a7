// SPDX-License-Identifier: Apache-2.0
/**
 * Thirty bars beside a number: grey, unless everything they count had one outcome. No axis; the number says the rest.
 */
import type { Outcome } from '../decision/outcome.ts';

const FILLS: Readonly<Partial<Record<Outcome, string>>> = {
  allowed: 'fill-allow-fill',
  waiting: 'fill-review-fill',
  blocked: 'fill-block-fill',
  'would-block': 'fill-monitor-fill',
};

/** @param name without one it is hidden from readers of the screen, who have the number */
export function Sparkline({ values, outcome, name }: { values: readonly number[]; outcome?: Outcome; name?: string }) {
  const top = Math.max(1, ...values);
  const fill = (outcome === undefined ? undefined : FILLS[outcome]) ?? 'fill-edge';
  return (
    <svg
      viewBox={`0 0 ${values.length * 3} 20`}
      className="h-5 w-20"
      role="img"
      aria-label={name ?? ''}
      aria-hidden={name === undefined}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 0.75 : Math.max(2, (value / top) * 20);
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
        return <rect key={index} x={index * 3} y={20 - height} width="2" height={height} className={fill} />;
      })}
    </svg>
  );
}
