// SPDX-License-Identifier: Apache-2.0
/**
 * A shape for each outcome: solid where the service decided, outlined where a person or time did, dashed where it
 * watched.
 */
import type { Outcome } from './outcome.ts';

const SHAPES: Readonly<Record<Outcome, { hue: string; paths: React.ReactNode }>> = {
  allowed: {
    hue: 'text-allow-fill',
    paths: (
      <>
        <circle cx="7" cy="7" r="6" className="fill-current" />
        <path d="m4.4 7.2 1.8 1.8 3.4-3.7" className="stroke-surface" strokeWidth="1.5" />
      </>
    ),
  },
  waiting: {
    hue: 'text-review-fill',
    paths: (
      <>
        <rect x="2.4" y="2.4" width="9.2" height="9.2" rx="1.6" transform="rotate(45 7 7)" className="fill-current" />
        <path d="M5.8 5.2v3.6M8.2 5.2v3.6" className="stroke-surface" strokeWidth="1.4" />
      </>
    ),
  },
  blocked: {
    hue: 'text-block-fill',
    paths: (
      <>
        <rect x="1.2" y="1.2" width="11.6" height="11.6" rx="2.4" className="fill-current" />
        <path d="M4.2 7h5.6" className="stroke-surface" strokeWidth="1.7" />
      </>
    ),
  },
  approved: {
    hue: 'text-allow-fill',
    paths: (
      <>
        <circle cx="7" cy="7" r="5.4" className="stroke-current" strokeWidth="1.3" />
        <path d="m4.6 7.2 1.7 1.7 3.1-3.4" className="stroke-current" strokeWidth="1.4" />
      </>
    ),
  },
  denied: {
    hue: 'text-block-fill',
    paths: (
      <>
        <rect x="1.7" y="1.7" width="10.6" height="10.6" rx="2" className="stroke-current" strokeWidth="1.3" />
        <path d="m5 5 4 4m0-4-4 4" className="stroke-current" strokeWidth="1.4" />
      </>
    ),
  },
  expired: {
    hue: 'text-block-fill',
    paths: (
      <>
        <rect x="1.7" y="1.7" width="10.6" height="10.6" rx="2" className="stroke-current" strokeWidth="1.3" />
        <path d="M7 4.2V7l1.9 1.3" className="stroke-current" strokeWidth="1.4" />
      </>
    ),
  },
  'would-block': { hue: 'text-monitor-fill', paths: <Watched /> },
  'would-ask': { hue: 'text-monitor-fill', paths: <Watched /> },
};

function Watched() {
  return (
    <>
      <circle
        cx="7"
        cy="7"
        r="5.5"
        className="stroke-current"
        strokeWidth="1.4"
        strokeLinecap="butt"
        strokeDasharray="2.2 1.26"
      />
      <circle cx="7" cy="7" r="1.9" className="fill-current" />
    </>
  );
}

export function OutcomeGlyph({ outcome, className = 'size-3.5' }: { outcome: Outcome; className?: string }) {
  const { hue, paths } = SHAPES[outcome];
  return (
    <svg
      viewBox="0 0 14 14"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={`shrink-0 ${hue} ${className}`}
    >
      {paths}
    </svg>
  );
}
