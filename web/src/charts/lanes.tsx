// SPDX-License-Identifier: Apache-2.0
/**
 * Two lanes on one axis of time: all decisions above, and the stopped ones below on a scale of their own. One stack of
 * 99 and 1 per cent would show neither. Arrow keys go from period to period; the line below gives its numbers.
 */
import { type KeyboardEvent, useId, useState } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { type Bin, decidedOf, roundUp, stoppedOf } from './bins.ts';
import { chartWords } from './words.ts';

interface LanesProps {
  label: string;
  bins: readonly Bin[];
  /** How the begin and the end of a period are named: by the day, or by the minute. */
  momentText(atMs: number): string;
  /** Names under the numbers which decisions they count. */
  of?: string;
  /** Without scales, for the head of a list. */
  isSmall?: boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function Lanes({ label, bins, momentText, of, isSmall = false }: LanesProps) {
  const { format } = useLanguage();
  const words = useWords(chartWords);
  const [at, setAt] = useState<number | null>(null);
  const decided = bins.reduce((sum, bin) => sum + decidedOf(bin), 0);
  const stopped = bins.reduce((sum, bin) => sum + stoppedOf(bin), 0);
  const bin = at === null ? undefined : bins[at];
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt(Math.min(bins.length - 1, Math.max(0, (at ?? (step > 0 ? -1 : bins.length)) + step)));
  };
  const first = bins[0];
  const last = bins.at(-1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; this group is one stop of the keyboard
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move from period to period
      tabIndex={0}
      onKeyDown={move}
      onPointerLeave={() => setAt(null)}
      className="border-b border-line px-6 py-2 focus-visible:-outline-offset-2 max-md:hidden"
    >
      <div className="flex gap-3">
        <div className="min-w-0 grow">
          <Lane bins={bins} isBelow={false} at={at} onPoint={setAt} heightClass={isSmall ? 'h-6' : 'h-14'} />
          <Lane bins={bins} isBelow at={at} onPoint={setAt} heightClass={isSmall ? 'mt-1 h-4.5' : 'mt-4 h-40'} />
        </div>
        <div className="flex w-28 shrink-0 flex-col justify-between text-micro text-ink-3 tabular-nums">
          <span className="whitespace-nowrap">{words.decided(format.number(decided))}</span>
          <span className="whitespace-nowrap">{words.stopped(format.number(stopped))}</span>
          {of !== undefined && <span className="whitespace-nowrap">{of}</span>}
        </div>
      </div>
      <p className="mt-1 flex justify-between pr-31 text-micro text-ink-3 tabular-nums">
        <span>{first !== undefined && momentText(first.fromMs)}</span>
        <span role="status" className="font-medium text-ink">
          {bin !== undefined &&
            words.periodSays(periodText(bin, momentText), countsOf(bin, words, format.number).join(', '))}
        </span>
        <span>{last !== undefined && momentText(last.toMs)}</span>
      </p>
    </div>
  );
}

const periodText = ({ fromMs, toMs }: Bin, momentText: LanesProps['momentText']) =>
  `${momentText(fromMs)} – ${momentText(toMs)}`;

function countsOf(
  bin: Bin,
  words: Readonly<Record<'allowed' | 'waited' | 'blocked' | 'would', string>>,
  number: (value: number) => string,
) {
  const lanes = ['allowed', 'waited', 'blocked', 'would'] as const;
  return lanes.filter((lane) => bin[lane] > 0).map((lane) => `${words[lane]} ${number(bin[lane])}`);
}

interface LaneProps {
  bins: readonly Bin[];
  isBelow: boolean;
  at: number | null;
  onPoint(index: number): void;
  heightClass: string;
}

/** In units of the view box; a bar takes most of its period. */
const PERIOD = 10;
const BAR = 8;
const TOP = 100;

function Lane({ bins, isBelow, at, onPoint, heightClass }: LaneProps) {
  const hatch = useId();
  const scale = roundUp(Math.max(1, ...bins.map(isBelow ? (bin) => stoppedOf(bin) + bin.would : decidedOf)));
  const height = (count: number) => (count === 0 ? 0 : Math.max(6, (count / scale) * TOP));
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${bins.length * PERIOD} ${TOP}`}
      preserveAspectRatio="none"
      className={`block w-full border-b border-line-strong ${heightClass}`}
    >
      <defs>
        <pattern id={hatch} width="3" height="12" patternUnits="userSpaceOnUse" patternTransform="skewX(-20)">
          <rect width="1.4" height="12" className="fill-review-fill" />
        </pattern>
      </defs>
      {bins.map((bin, index) => {
        const x = index * PERIOD + (PERIOD - BAR) / 2;
        const rise = { blocked: height(bin.blocked), waited: height(bin.waited), would: height(bin.would) };
        const whole = height(decidedOf(bin));
        return (
          <g key={bin.fromMs} onPointerMove={() => onPoint(index)} opacity={at === null || at === index ? 1 : 0.55}>
            <rect x={index * PERIOD} width={PERIOD} height={TOP} className="fill-transparent" />
            {isBelow ? (
              <>
                <rect x={x} y={TOP - rise.blocked} width={BAR} height={rise.blocked} className="fill-block-fill" />
                <rect
                  x={x}
                  y={TOP - rise.blocked - rise.waited}
                  width={BAR}
                  height={rise.waited}
                  fill={`url(#${hatch})`}
                />
                <rect
                  x={x + 0.5}
                  y={TOP - rise.blocked - rise.waited - rise.would}
                  width={BAR - 1}
                  height={rise.would}
                  className="fill-transparent stroke-monitor-fill"
                  strokeDasharray="3 2"
                  vectorEffect="non-scaling-stroke"
                />
              </>
            ) : (
              <>
                <rect
                  x={x}
                  y={TOP - whole}
                  width={BAR}
                  height={whole}
                  className={bin.isOpen ? 'fill-line-strong' : 'fill-allow-ground'}
                />
                <line
                  x1={x}
                  x2={x + BAR}
                  y1={TOP - whole}
                  y2={TOP - whole}
                  strokeWidth={whole === 0 ? 0 : 1.5}
                  vectorEffect="non-scaling-stroke"
                  className="stroke-allow-fill"
                />
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Everything that the chart says, as a table. */
export function LanesTable({ label, bins, momentText }: Omit<LanesProps, 'of' | 'isSmall'>) {
  const { format } = useLanguage();
  const words = useWords(chartWords);
  const lanes = ['allowed', 'waited', 'blocked', 'would'] as const;
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">{label}</caption>
      <thead className="text-micro text-ink-3">
        <tr>
          <th scope="col">{words.period}</th>
          {lanes.map((lane) => (
            <th key={lane} scope="col" className="text-right">
              {words[lane]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bins.map((bin) => (
          <tr key={bin.fromMs} className="border-t border-line">
            <th scope="row" className="font-normal">
              {periodText(bin, momentText)}
            </th>
            {lanes.map((lane) => (
              <td key={lane} className="text-right">
                {format.number(bin[lane])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
