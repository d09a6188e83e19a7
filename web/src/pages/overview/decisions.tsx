// SPDX-License-Identifier: Apache-2.0
/** The decisions of the period: two lanes by outcome or by risk, with the totals, and everything as a table. */
import type { Dashboard, DashboardTotals } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { Download, Table2 } from 'lucide-react';
import { type PartVariant, ScaledLanes } from '../../charts/scaled-lanes.tsx';
import { PANEL_LINK } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { saveCsv } from '../../list/save-csv.ts';
import { Button } from '../../ui/button.tsx';
import { Segment } from '../../ui/segment.tsx';
import { useFormats } from './formats.ts';
import { Region } from './region.tsx';
import type { OverviewSearch } from './search.ts';
import { overviewWords } from './words.ts';

type Words = Awaited<ReturnType<typeof overviewWords.load>>;
type Bin = Dashboard['series'][number];

interface Column {
  variant: PartVariant | 'allowed' | 'low';
  name: string;
  value(totals: DashboardTotals): number;
  /** The filter of the list that it counts; none where no filter says it. */
  search: { decision?: 'ALLOW' | 'REVIEW' | 'BLOCK'; riskLevel?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' } | null;
}

function columnsOf(words: Words, isByRisk: boolean): Column[] {
  if (isByRisk) {
    return [
      { variant: 'low', name: words.levels.low, value: ({ low }) => low, search: { riskLevel: 'LOW' } },
      { variant: 'medium', name: words.levels.medium, value: ({ medium }) => medium, search: { riskLevel: 'MEDIUM' } },
      { variant: 'high', name: words.levels.high, value: ({ high }) => high, search: { riskLevel: 'HIGH' } },
      {
        variant: 'critical',
        name: words.levels.critical,
        value: ({ critical }) => critical,
        search: { riskLevel: 'CRITICAL' },
      },
    ];
  }
  return [
    { variant: 'allowed', name: words.allowed, value: ({ allowed }) => allowed, search: { decision: 'ALLOW' } },
    { variant: 'blocked', name: words.blockedName, value: ({ blocked }) => blocked, search: { decision: 'BLOCK' } },
    { variant: 'waited', name: words.waited, value: ({ reviewed }) => reviewed, search: { decision: 'REVIEW' } },
    {
      variant: 'would',
      name: words.would,
      value: ({ wouldReview, wouldBlock }) => wouldReview + wouldBlock,
      search: null,
    },
  ];
}

interface DecisionsProps {
  dashboard: Dashboard;
  search: OverviewSearch;
  periodName: string;
}

export function Decisions({ dashboard, search, periodName }: DecisionsProps) {
  const words = useWords(overviewWords);
  const change = useChangeSearch();
  const isByRisk = search.by === 'risk';
  const isTable = search.table === 'true';
  const columns = columnsOf(words, isByRisk);
  return (
    <Region
      title={words.decisions(periodName)}
      actions={
        <>
          <Segment
            label={words.view}
            value={isByRisk ? 'risk' : 'outcome'}
            choices={[
              { value: 'outcome', name: words.outcome },
              { value: 'risk', name: words.risk },
            ]}
            onChoose={(by) => change({ by: by === 'risk' ? 'risk' : undefined }, true)}
          />
          <Button
            size="small"
            aria-pressed={isTable}
            onClick={() => change({ table: isTable ? undefined : 'true' }, true)}
            className="aria-pressed:bg-selected"
          >
            <Table2 aria-hidden className="size-4" />
            {words.table}
          </Button>
        </>
      }
    >
      <Legend dashboard={dashboard} columns={columns} />
      {isTable ? (
        <DecisionsTable dashboard={dashboard} columns={columns} caption={words.decisions(periodName)} />
      ) : (
        <Chart dashboard={dashboard} columns={columns} label={words.decisions(periodName)} />
      )}
    </Region>
  );
}

const SWATCHES: Readonly<Record<Column['variant'], string>> = {
  allowed: 'bg-allow-ground',
  low: 'bg-risk-rest',
  waited: 'border border-review-fill bg-review-soft',
  blocked: 'bg-block-fill',
  would: 'border border-dashed border-monitor-fill',
  medium: 'bg-risk-medium',
  high: 'bg-risk-high',
  critical: 'bg-risk-critical',
};

function Legend({ dashboard, columns }: { dashboard: Dashboard; columns: readonly Column[] }) {
  const { format } = useLanguage();
  const words = useWords(overviewWords);
  const { from, totals, previous } = dashboard;
  return (
    <ul className="mb-5 flex flex-wrap gap-x-7 gap-y-2 max-md:grid max-md:grid-cols-2">
      {columns.map(({ variant, name, value, search }) => {
        const number = <span className="text-title tabular-nums">{format.number(value(totals))}</span>;
        return (
          <li key={variant}>
            <span className="flex items-center gap-1.5 text-meta text-ink-2">
              <span aria-hidden className={`size-2.5 rounded-[2px] ${SWATCHES[variant]}`} />
              {name}
            </span>
            {search === null ? (
              number
            ) : (
              <Link
                to="/events"
                search={{ from, ...search }}
                className={PANEL_LINK}
                aria-label={words.eventsOf(name, format.number(value(totals)))}
              >
                {number}
              </Link>
            )}
            {previous.totals.events > 0 && (
              <span className="block text-micro text-ink-3 tabular-nums">
                {words.before(format.number(value(previous.totals)))}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The end of a bin: the start of the next one. */
const endOf = (series: readonly Bin[], index: number): string | undefined => series[index + 1]?.at;

function usePeriodText({ step, timeZone }: Dashboard): (atMs: number) => string {
  const format = useFormats();
  return (atMs) => (step === 'DAY' ? format.dayIn(atMs, timeZone) : format.timeIn(atMs, timeZone));
}

function Chart({ dashboard, columns, label }: { dashboard: Dashboard; columns: readonly Column[]; label: string }) {
  const { format } = useLanguage();
  const words = useWords(overviewWords);
  const { compact } = useFormats();
  const periodText = usePeriodText(dashboard);
  const { series } = dashboard;
  const below = columns.slice(1);
  const variants = below.map(({ variant }) => variant as PartVariant);
  const bins = series.map((bin, index) => ({
    atMs: Date.parse(bin.at),
    isOpen: index === series.length - 1,
    whole: bin.events,
    parts: below.map(({ value }) => value(bin)),
  }));
  const said = (index: number) => {
    const bin = series[index];
    if (bin === undefined) return null;
    const to = endOf(series, index);
    const numbers = columns.map(({ name, value }) => `${name} ${format.number(value(bin))}`).join(', ');
    return (
      <>
        {words.periodSays(periodText(Date.parse(bin.at)), numbers)}{' '}
        <Link to="/events" search={{ from: bin.at, ...(to !== undefined && { to }) }} className="text-ink underline">
          {words.itsEvents}
        </Link>
      </>
    );
  };
  return (
    <ScaledLanes
      label={label}
      bins={bins}
      variants={variants}
      whole={columns[0]?.variant === 'low' ? 'low' : 'allowed'}
      scaleText={compact}
      tickText={periodText}
      said={said}
      hint={words.chartHint}
    />
  );
}

interface TableProps {
  dashboard: Dashboard;
  columns: readonly Column[];
  caption: string;
}

function DecisionsTable({ dashboard, columns, caption }: TableProps) {
  const { format, language } = useLanguage();
  const words = useWords(overviewWords);
  const periodText = usePeriodText(dashboard);
  const save = () => {
    const rows = dashboard.series.map((bin) => [bin.at, bin.events, ...columns.map(({ value }) => value(bin))]);
    const head = [words.periodColumn, words.all, ...columns.map(({ name }) => name)];
    saveCsv(`svc-decisions-${dashboard.to.slice(0, 10)}.csv`, [head, ...rows], language);
  };
  return (
    <>
      <section
        aria-label={words.asTable(caption)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto"
      >
        <table className="w-full text-right tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-surface text-micro text-ink-3">
            <tr>
              <th scope="col" className="py-1 text-left font-medium">
                {words.periodColumn}
              </th>
              {[words.all, ...columns.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col" className="pl-3 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dashboard.series.map((bin, index) => {
              const to = endOf(dashboard.series, index);
              return (
                <tr key={bin.at} className="border-t border-line">
                  <th scope="row" className="py-1 text-left font-normal">
                    <Link
                      to="/events"
                      search={{ from: bin.at, ...(to !== undefined && { to }) }}
                      className="hover:underline"
                    >
                      {periodText(Date.parse(bin.at))}
                    </Link>
                  </th>
                  <td className="pl-3">{format.number(bin.events)}</td>
                  {columns.map(({ variant, value }) => (
                    <td key={variant} className="pl-3">
                      {format.number(value(bin))}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <Button size="small" onClick={save} className="mt-3">
        <Download aria-hidden className="size-4" />
        {words.csv}
      </Button>
    </>
  );
}
