// SPDX-License-Identifier: Apache-2.0
/**
 * Two lanes with their scales: everything above, and the parts that matter below on a scale of their own. The chart is
 * one stop of the keyboard. Arrows go from period to period, and the line under it says the numbers.
 */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { roundUp } from './bins.ts';

/** A part stands for an outcome, or a level of risk. */
export type PartVariant = 'blocked' | 'waited' | 'would' | 'medium' | 'high' | 'critical';

/** Allowed decisions, or those of low risk. */
type WholeVariant = 'allowed' | 'low';

interface ScaledBin {
  atMs: number;
  /** The period is not over. */
  isOpen: boolean;
  /** The lane above. */
  whole: number;
  /** The lane below, from its base up; in the order of the variants. */
  parts: readonly number[];
}

interface ScaledLanesProps {
  label: string;
  bins: readonly ScaledBin[];
  variants: readonly PartVariant[];
  /** The hue of the lane above: outcomes have their own, and levels of risk have another. */
  whole?: WholeVariant;
  /** A number of a scale. */
  scaleText(value: number): string;
  /** The period as the axis names it. */
  tickText(atMs: number): string;
  /** The line under the chart about a period, with a way to its events. */
  said(index: number): ReactNode;
  /** Said while no period is pointed at. */
  hint: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
/** At most: more of them touch on a phone. */
const TICKS = 6;

export function ScaledLanes(props: ScaledLanesProps) {
  const { label, bins, variants, whole = 'allowed', scaleText, tickText, said, hint } = props;
  const common = { bins, whole, scaleText };
  const [at, setAt] = useState<number | null>(null);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt(Math.min(bins.length - 1, Math.max(0, (at ?? (step > 0 ? -1 : bins.length)) + step)));
  };
  const isNarrow = bins.length > 2 * TICKS;
  const every = Math.max(1, Math.ceil(bins.length / TICKS));
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; this is one stop of the keyboard */}
      <div
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move from period to period
        tabIndex={0}
        onKeyDown={move}
      >
        <Lane {...common} variants={[]} at={at} onPoint={setAt} heightClass="h-14" />
        <Lane {...common} variants={variants} at={at} onPoint={setAt} heightClass="mt-4 h-50" />
        <div aria-hidden className="relative mr-11 h-5 text-micro text-ink-3 tabular-nums">
          {bins.map(
            ({ atMs }, index) =>
              (bins.length - 1 - index) % every === 0 && (
                <span
                  key={atMs}
                  // In the middle of a narrow period at the edge, half of it would be cut.
                  className={`absolute top-1 whitespace-nowrap ${index === 0 && isNarrow ? '' : '-translate-x-1/2'}`}
                  style={{ left: `${((index + 0.5) / bins.length) * 100}%` }}
                >
                  {tickText(atMs)}
                </span>
              ),
          )}
        </div>
      </div>
      <p role="status" className="min-h-5 pt-1 text-meta text-ink-3 tabular-nums">
        {at === null ? hint : said(at)}
      </p>
    </div>
  );
}

/** In units of the view box; a bar takes most of its period. */
const PERIOD = 10;
const BAR = 6.2;
const TOP = 100;

const FILLS: Readonly<Record<PartVariant, string>> = {
  blocked: 'fill-block-fill',
  waited: '',
  would: 'fill-transparent stroke-monitor-fill',
  medium: 'fill-risk-medium',
  high: 'fill-risk-high',
  critical: 'fill-risk-critical',
};

const WHOLES: Readonly<Record<WholeVariant, Record<'fill' | 'edge' | 'open', string>>> = {
  allowed: { fill: 'fill-allow-ground', edge: 'stroke-allow-fill', open: 'fill-allow-fill' },
  low: { fill: 'fill-risk-rest', edge: 'stroke-risk-low', open: 'fill-risk-low' },
};

interface LaneProps {
  bins: readonly ScaledBin[];
  /** None: the lane of everything. */
  variants: readonly PartVariant[];
  whole: WholeVariant;
  at: number | null;
  /** Asked by a move: a pointer that rests while the page moves below it does not take the place of the keyboard. */
  onPoint(index: number): void;
  scaleText(value: number): string;
  heightClass: string;
}

function Lane({ bins, variants, whole, at, onPoint, scaleText, heightClass }: LaneProps) {
  const hatch = useId();
  const isWhole = variants.length === 0;
  const sizeOf = (bin: ScaledBin) => (isWhole ? bin.whole : bin.parts.reduce((sum, part) => sum + part, 0));
  const scale = roundUp(Math.max(1, ...bins.map(sizeOf)));
  return (
    <div className={`flex gap-3 ${heightClass}`}>
      <svg
        aria-hidden
        viewBox={`0 0 ${bins.length * PERIOD} ${TOP}`}
        preserveAspectRatio="none"
        className="block h-full min-w-0 grow border-y border-t-line border-b-line-strong"
      >
        <defs>
          <pattern id={`${hatch}-waited`} {...HATCH}>
            <rect width="2" height="7" className="fill-review-soft" />
            <rect width="0.9" height="7" className="fill-review-fill" />
          </pattern>
          <pattern id={`${hatch}-open`} {...HATCH}>
            <rect width="0.9" height="7" className={WHOLES[whole].open} />
          </pattern>
        </defs>
        {!isWhole && <line x2={bins.length * PERIOD} y1={TOP / 2} y2={TOP / 2} className="stroke-line" {...THIN} />}
        {bins.map((bin, index) => (
          <g key={bin.atMs} opacity={at === null || at === index ? 1 : 0.55} onPointerMove={() => onPoint(index)}>
            <rect x={index * PERIOD} width={PERIOD} height={TOP} className="fill-transparent" />
            {isWhole ? (
              <Whole
                x={index * PERIOD}
                height={(bin.whole / scale) * TOP}
                open={bin.isOpen ? `${hatch}-open` : null}
                variant={whole}
              />
            ) : (
              <Parts x={index * PERIOD} bin={bin} variants={variants} scale={scale} hatch={`${hatch}-waited`} />
            )}
          </g>
        ))}
      </svg>
      <span className="flex w-8 shrink-0 flex-col text-micro text-ink-3 tabular-nums">
        <span className="-mt-2">{scaleText(scale)}</span>
        {!isWhole && scale > 1 && <span className="mt-auto mb-auto">{scaleText(scale / 2)}</span>}
        {!isWhole && scale > 1 && <span className="h-2" />}
      </span>
    </div>
  );
}

const HATCH = { width: 2, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'skewX(-25)' } as const;
const THIN = { strokeWidth: 1, vectorEffect: 'non-scaling-stroke' } as const;
const START = (PERIOD - BAR) / 2;
/** A count of one is still seen. */
const LEAST = 1.5;

interface WholeProps {
  x: number;
  height: number;
  open: string | null;
  variant: WholeVariant;
}

function Whole({ x, height, open, variant }: WholeProps) {
  if (height === 0) return null;
  const tall = Math.max(LEAST, height);
  const left = x + START;
  return (
    <>
      <rect
        x={left}
        y={TOP - tall}
        width={BAR}
        height={tall}
        {...(open === null ? { className: WHOLES[variant].fill } : { fill: `url(#${open})` })}
      />
      {open === null && (
        <line
          x1={left}
          x2={left + BAR}
          y1={TOP - tall}
          y2={TOP - tall}
          className={WHOLES[variant].edge}
          {...THIN}
          strokeWidth={1.5}
        />
      )}
    </>
  );
}

interface PartsProps {
  x: number;
  bin: ScaledBin;
  variants: readonly PartVariant[];
  scale: number;
  hatch: string;
}

function Parts({ x, bin, variants, scale, hatch }: PartsProps) {
  let base = TOP;
  return variants.map((variant, index) => {
    const count = bin.parts[index] ?? 0;
    if (count === 0) return null;
    const height = Math.max(LEAST, (count / scale) * TOP);
    base -= height;
    return (
      <rect
        key={variant}
        x={x + START}
        y={base}
        width={BAR}
        height={height}
        {...(variant === 'waited'
          ? { fill: `url(#${hatch})`, className: 'stroke-review-fill' }
          : { className: FILLS[variant] })}
        {...(variant === 'would' && { strokeDasharray: '3 2' })}
        {...THIN}
      />
    );
  });
}
