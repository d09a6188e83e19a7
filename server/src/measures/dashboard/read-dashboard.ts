// SPDX-License-Identifier: Apache-2.0
/** Reads the overview of an organization: one turn of the reader, one snapshot of the database. */
import type { Dashboard, DashboardQuery, Usage } from '@svc/contract';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { momentOf, type Reader, type Reads } from '../../storage/lists/index.ts';
import { hoursOf, type Period, readSpan } from '../counts/index.ts';
import { readCodes } from './codes.ts';
import { type Asked, type Bins, checkedPeriod, readBins } from './period.ts';
import { readNow } from './present.ts';
import { readSeries, readTotals } from './series.ts';
import { readSubjectFilters, readSubjects } from './subjects.ts';
import type { Slice } from './sums.ts';

/**
 * @param usage the month to date, which is no matter of the period
 * @throws ApiError 400 for an impossible period or an unknown agent or resource, 429 when too much is read at once
 */
export async function readDashboard(
  reads: Reads,
  reader: Reader,
  query: DashboardQuery,
  usage: Usage,
  nowMs: number,
): Promise<Dashboard> {
  const asked = checkedPeriod(momentOf('from', query.from), momentOf('to', query.to), nowMs);
  const { organizationId } = reader;
  return await reads.run(reader, 'list', () =>
    inTransaction(
      reads.pool,
      [organizationId],
      async (transaction) => ({ ...(await readParts(transaction, organizationId, query, asked)), usage }),
      'snapshot',
    ),
  );
}

async function readParts(
  transaction: Transaction,
  organizationId: string,
  query: DashboardQuery,
  asked: Asked,
): Promise<Omit<Dashboard, 'usage'>> {
  const [bins, subject] = await Promise.all([
    readBins(transaction, organizationId, asked),
    readSubjectFilters(transaction, organizationId, query),
  ]);
  const previous = previousOf(bins);
  // A day has no hours.
  const spanOf = async (period: Period) =>
    asked.step === 'HOUR' ? hoursOf(period) : await readSpan(transaction, organizationId, period);
  const [span, spanBefore] = await Promise.all([spanOf(bins), spanOf(previous)]);
  const slice: Slice = { organizationId, sandbox: query.sandbox === 'true', ...subject, ...bins, ...span };
  const [series, before, agents, resources, codes, now] = await Promise.all([
    readSeries(transaction, slice),
    readTotals(transaction, { ...slice, ...spanBefore }),
    readSubjects(transaction, slice, 'agents'),
    readSubjects(transaction, slice, 'resources'),
    readCodes(transaction, slice),
    readNow(transaction, organizationId, slice.sandbox),
  ]);
  return {
    from: bins.from.toISOString(),
    to: bins.to.toISOString(),
    step: asked.step,
    timeZone: bins.timeZone,
    countedAt: bins.countedAt.toISOString(),
    ...series,
    previous: { from: previous.from.toISOString(), to: previous.to.toISOString(), totals: before },
    agents,
    resources,
    ...codes,
    ...now,
  };
}

/** As much time before the period as the period has. */
function previousOf({ from, to }: Bins): { from: Date; to: Date } {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
}
