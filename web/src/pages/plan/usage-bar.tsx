// SPDX-License-Identifier: Apache-2.0
/** The month to date on one scale with the expected end of the month and the limit of the plan. */
import type { Usage } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { planWords } from './words.ts';

const WIDTH = 1_000;
const HEIGHT = 36;
const BAR_HEIGHT = 20;
const BAR_TOP = (HEIGHT - BAR_HEIGHT) / 2;
/** Room behind the longest of the three. */
const SCALE = 1.04;

export function UsageBar({ usage: { events, eventsPerMonth, forecast } }: { usage: Usage }) {
  const words = useWords(planWords);
  const { format } = useLanguage();
  if (eventsPerMonth === null) return null;
  const max = Math.max(events, forecast ?? 0, eventsPerMonth, 1) * SCALE;
  const x = (value: number) => (value / max) * WIDTH;
  const isOver = events > eventsPerMonth;
  const said = [words.bar(format.number(events), format.number(eventsPerMonth))];
  if (forecast !== null) said.push(words.barForecast(format.number(forecast)));
  return (
    <figure>
      <svg
        role="img"
        aria-label={said.join(', ')}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-9 w-full"
      >
        <rect x={0} y={BAR_TOP} width={WIDTH} height={BAR_HEIGHT} className="fill-hover" />
        {forecast !== null && (
          <rect x={0} y={BAR_TOP} width={x(forecast)} height={BAR_HEIGHT} className="fill-line-strong" />
        )}
        <rect
          x={0}
          y={BAR_TOP}
          width={x(Math.min(events, eventsPerMonth))}
          height={BAR_HEIGHT}
          className="fill-ink-3"
        />
        {isOver && (
          <rect
            x={x(eventsPerMonth)}
            y={BAR_TOP}
            width={x(events - eventsPerMonth)}
            height={BAR_HEIGHT}
            className="fill-ink"
          />
        )}
        <line
          x1={x(eventsPerMonth)}
          x2={x(eventsPerMonth)}
          y1={0}
          y2={HEIGHT}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
          className="stroke-ink"
        />
      </svg>
      <figcaption aria-hidden className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-meta text-ink-2">
        <Key swatch="bg-ink-3">
          {words.used} <b className="font-medium tabular-nums">{format.number(events)}</b>
        </Key>
        {forecast !== null && (
          <Key swatch="bg-line-strong">
            {words.expected} <b className="font-medium tabular-nums">{format.number(forecast)}</b>
          </Key>
        )}
        <Key swatch="w-0.5! bg-ink">
          {words.limit} <b className="font-medium tabular-nums">{format.number(eventsPerMonth)}</b>
        </Key>
      </figcaption>
    </figure>
  );
}

function Key({ swatch, children }: { swatch: string; children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`inline-block h-3 w-3 ${swatch}`} />
      <span>{children}</span>
    </span>
  );
}
