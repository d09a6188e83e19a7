// SPDX-License-Identifier: Apache-2.0
/** The figures of a record's last 30 days, as cells of a list. */
import type { Activity } from '@svc/contract';
import { Sparkline } from '../charts/sparkline.tsx';
import { Risk } from '../decision/risk.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Timestamp, useNow } from '../ui/timestamp.tsx';
import { registryWords } from './words.ts';

export const stoppedOf = ({ reviewed, blocked }: Activity): number => reviewed + blocked;

/** The part of what was asked for that was stopped: `1.2%`. */
export function useShare(): (activity: Activity) => string {
  const { language } = useLanguage();
  return (activity) => {
    const share = activity.asked === 0 ? 0 : stoppedOf(activity) / activity.asked;
    const digits = share > 0 && share < 0.001 ? 2 : share < 0.1 ? 1 : 0;
    return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(share);
  };
}

export function Asked({ activity }: { activity: Activity }) {
  const { format } = useLanguage();
  return (
    <span className={`tabular-nums ${activity.asked === 0 ? 'text-ink-3' : ''}`}>{format.number(activity.asked)}</span>
  );
}

/** Thirty bars, the number, and its part of all. */
export function Stopped({ activity }: { activity: Activity }) {
  const { format } = useLanguage();
  const share = useShare();
  const stopped = stoppedOf(activity);
  return (
    <span className="flex items-center gap-3 tabular-nums">
      <Sparkline values={activity.stoppedByDay} />
      <span className={`w-12 text-right ${stopped === 0 ? 'text-ink-3' : 'font-medium'}`}>
        {format.number(stopped)}
      </span>
      <span className="w-12 text-right text-ink-3">{activity.asked === 0 ? '–' : share(activity)}</span>
    </span>
  );
}

export function HighestRisk({ activity: { riskMax, riskLevelMax } }: { activity: Activity }) {
  if (riskMax === null || riskLevelMax === null) return <span className="text-ink-3 max-md:hidden">–</span>;
  return <Risk level={riskLevelMax} score={riskMax} />;
}

const TICK_EVERY_MS = 10_000;

/** How long ago, or never. */
export function LastAt({ iso }: { iso: string | null }) {
  const { format } = useLanguage();
  const words = useWords(registryWords);
  const nowMs = useNow(TICK_EVERY_MS);
  if (iso === null) return <span className="text-ink-3">{words.never}</span>;
  return (
    <span className="whitespace-nowrap text-ink-2 tabular-nums">
      <Timestamp iso={iso} text={format.ago(iso, nowMs)} />
    </span>
  );
}
