// SPDX-License-Identifier: Apache-2.0
/** The axis of the risk score, as the two limits divide it. */
import { useWords } from '../../language/word-set.ts';
import { settingsWords } from './words.ts';

interface Limits {
  review: number | undefined;
  block: number | undefined;
}

/** A narrower part has no room for its name on a phone. */
const NAMED_FROM = 10;

/** @param review NaN while something else than a number is typed, like `block` */
export function RiskAxis({ review = Number.NaN, block = Number.NaN }: Limits) {
  const words = useWords(settingsWords);
  const isDrawn = review >= 0 && review <= block && block <= 100;
  if (!isDrawn) return null;
  const parts = [
    { name: words.allowed, from: 0, to: review, fill: 'bg-allow-ground' },
    { name: words.asked, from: review, to: block, fill: 'bg-review-fill' },
    { name: words.blocked, from: block, to: 100, fill: 'bg-block-fill' },
  ].filter(({ from, to }) => to > from);
  return (
    <div role="img" aria-label={words.axis(review, block)} className="flex flex-col gap-1">
      <div className="flex h-2 overflow-hidden rounded-s">
        {parts.map(({ name, from, to, fill }) => (
          <span key={name} className={fill} style={{ width: `${to - from}%` }} />
        ))}
      </div>
      <div className="flex text-micro text-ink-3 tabular-nums">
        {parts.map(({ name, from, to }) => (
          <span key={name} className="whitespace-nowrap last:flex last:justify-end" style={{ width: `${to - from}%` }}>
            {from} {to - from >= NAMED_FROM && name}
          </span>
        ))}
      </div>
    </div>
  );
}
