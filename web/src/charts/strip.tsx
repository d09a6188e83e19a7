// SPDX-License-Identifier: Apache-2.0
/** A past to compare with: a dot for each earlier value on a logarithmic axis, and the present one marked. */
import { useLanguage } from '../language/index.tsx';

const WIDTH = 360;
const BASE = 34;

export function Strip({ name, past, present }: { name: string; past: readonly number[]; present: number }) {
  const { format } = useLanguage();
  const last = Math.ceil(Math.log10(Math.max(10, present, ...past)));
  const x = (value: number) => 8 + (Math.log10(Math.max(1, value)) / last) * (WIDTH - 16);
  return (
    <svg viewBox={`0 0 ${WIDTH} 54`} role="img" aria-label={name} className="w-full max-w-lg">
      <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line-strong" />
      {Array.from({ length: last + 1 }, (_, power) => 10 ** power).map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={BASE} y2={BASE + 4} className="stroke-line-strong" />
          <text
            x={x(tick)}
            y={BASE + 16}
            textAnchor={tick === 1 ? 'start' : tick === 10 ** last ? 'end' : 'middle'}
            className="fill-ink-3 text-micro"
          >
            {format.number(tick)}
          </text>
        </g>
      ))}
      {past.map((value, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: two values may be the same
          key={index}
          cx={x(value)}
          cy={BASE - 6 - (index % 3) * 7}
          r="2.5"
          className="fill-surface stroke-ink-3"
        />
      ))}
      <line x1={x(present)} x2={x(present)} y1="6" y2={BASE} strokeWidth="1.5" className="stroke-risk-critical" />
      <circle cx={x(present)} cy="6" r="3.5" className="fill-risk-critical" />
    </svg>
  );
}
