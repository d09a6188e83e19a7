// SPDX-License-Identifier: Apache-2.0
/** The decisions of a list as sums count them: by period, agent, resource and outcome. */
import type { Dashboard } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../../api/reading.ts';
import { type Bin, binsOfSeries, decidedOf } from '../../charts/bins.ts';
import { useSandbox } from '../../page/sandbox.ts';
import { useNow } from '../../ui/timestamp.tsx';
import { PERIOD_DEFAULT, periodStart, shortestWithAll } from '../overview/period.ts';
import type { Period } from '../overview/search.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** @returns null where no sums say what the list holds, and until they are there: they follow some seconds later */
export function useCounted(
  search: Readonly<Record<string, string>>,
): { bins: readonly Bin[]; period: Period | null } | null {
  const { open: _open, sort: _sort, decision, from, to, agent, resource, ...others } = search;
  const isSandbox = useSandbox();
  const nowMs = useNow(MINUTE_MS);
  const isSummed = Object.keys(others).length === 0;
  const isOfNow = from === undefined && to === undefined;
  const read = (start: string | undefined) =>
    readOf('readDashboard', {
      query: {
        sandbox: isSandbox ? 'true' : 'false',
        ...(start !== undefined && { from: start }),
        ...(to !== undefined && { to }),
        ...(agent !== undefined && { agent }),
        ...(resource !== undefined && { resource }),
      },
    });
  const longest = useQuery({ ...read(periodStart(PERIOD_DEFAULT, nowMs)), enabled: isSummed && isOfNow });
  const period = isOfNow ? shortestWithAll(longest.data, nowMs) : null;
  const start = period === null ? from : periodStart(period, nowMs);
  const { data } = useQuery({ ...read(start), enabled: isSummed && (!isOfNow || longest.isSuccess) });
  if (!isSummed || data === undefined || !isExact(data, from, to)) return null;
  const bins = binsOfSeries(data).map((bin) => onlyOf(bin, decision));
  return bins.some((bin) => decidedOf(bin) > 0) ? { bins, period } : null;
}

/** Sums begin and end with an hour or a day; the list does so at any moment. */
function isExact(data: Dashboard, from: string | undefined, to: string | undefined): boolean {
  const isFrom = from === undefined || Date.parse(from) === Date.parse(data.from);
  return isFrom && (to === undefined || Date.parse(to) % HOUR_MS === 0);
}

/** The sums of the decision that the list is filtered by. */
function onlyOf(bin: Bin, decision: string | undefined): Bin {
  const { allowed, would, waited, blocked } = bin;
  const none = { allowed: 0, would: 0, waited: 0, blocked: 0 };
  if (decision === 'ALLOW') return { ...bin, ...none, allowed, would };
  if (decision === 'REVIEW') return { ...bin, ...none, waited };
  if (decision === 'STOPPED') return { ...bin, ...none, waited, blocked };
  if (decision === 'BLOCK') return { ...bin, ...none, blocked };
  return bin;
}
