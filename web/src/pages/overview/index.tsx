// SPDX-License-Identifier: Apache-2.0
/**
 * The first page: is anything waiting, what happened, is it unusual. Its parts are answered, and fail, one by one.
 * Those with words of other pages wait for them alone.
 */
import type { Dashboard } from '@svc/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { useLive } from '../../live/state.ts';
import { useGuide } from '../../page/guide.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { useSandbox } from '../../page/sandbox.ts';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { State } from '../../ui/state.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { Decisions } from './decisions.tsx';
import { Causes, Findings, Subjects } from './panels.tsx';
import { dashboardQuery, PERIOD_DEFAULT, shortestWithAll } from './period.ts';
import { Anomalies, Deliveries, Plan, Waiting } from './present.tsx';
import { type OverviewSearch, PERIODS, type Period } from './search.ts';
import { SinceLastVisit } from './sentence.tsx';
import { overviewWords } from './words.ts';

const MINUTE_MS = 60_000;

export function OverviewPage() {
  const words = useWords(overviewWords);
  const search: OverviewSearch = useSearch({ from: '/signed-in/overview' });
  const isSandbox = useSandbox();
  const { period, query } = usePeriodRead(search.period, isSandbox);
  return (
    <Page title={words.title} actions={<Head dashboard={query.data} period={period} />}>
      <ScrollRegion label={words.title}>
        <SinceLastVisit />
        <Parts query={query} search={search} isSandbox={isSandbox} periodName={words.periodNames[period]} />
      </ScrollRegion>
    </Page>
  );
}

/** The period that is asked for; else thirty days, or the shorter one that holds all there is. */
function usePeriodRead(asked: Period | undefined, isSandbox: boolean) {
  const nowMs = useNow(MINUTE_MS);
  const read = (period: Period) => dashboardQuery(period, isSandbox ? 'true' : 'false', nowMs);
  const longest = useQuery({ ...read(PERIOD_DEFAULT), enabled: asked === undefined });
  const period = asked ?? shortestWithAll(longest.data, nowMs);
  return { period, query: useQuery({ ...read(period), placeholderData: keepPreviousData }) };
}

function Head({ dashboard, period }: { dashboard: Dashboard | undefined; period: Period }) {
  const { format, messages } = useLanguage();
  const words = useWords(overviewWords);
  const change = useChangeSearch();
  const { status, knownUntilMs } = useLive();
  return (
    <>
      {status === 'lost' && (
        <State variant="waiting">{words.notSince(format.clock(new Date(knownUntilMs).toISOString()))}</State>
      )}
      {status !== 'lost' && (
        <span className="text-meta text-ink-3 max-md:hidden">
          {messages.ui.timesIn(format.zone)}
          {dashboard !== undefined && dashboard.timeZone !== format.zoneId && ` · ${words.days(dashboard.timeZone)}`}
        </span>
      )}
      <Segment
        label={words.period}
        value={period}
        choices={PERIODS.map((value) => ({ value, name: words.periods[value] }))}
        onChoose={(value) => change({ period: value }, true)}
      />
    </>
  );
}

interface PartsProps {
  query: Parameters<typeof Answered<Dashboard>>[0]['query'];
  search: OverviewSearch;
  isSandbox: boolean;
  periodName: string;
}

function Parts({ query, search, isSandbox, periodName }: PartsProps) {
  const { data } = query;
  return (
    <>
      <div className="grid xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="min-w-0 xl:border-r xl:border-line">
          <Answered query={query} skeleton={<Skeleton rows={8} />}>
            {(dashboard) => <DecisionsOrNone dashboard={dashboard} search={search} periodName={periodName} />}
          </Answered>
        </div>
        <Waiting dashboard={data} />
      </div>
      <div className="grid md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_25rem]">
        {data !== undefined && (
          <>
            <Causes dashboard={data} periodName={periodName} />
            <Subjects kind="agents" dashboard={data} periodName={periodName} />
            <div className="min-w-0 xl:row-span-2 xl:-ml-px xl:border-l xl:border-line">
              <Suspense>{!isSandbox && <Anomalies open={data.anomalies.open} />}</Suspense>
              <Deliveries deliveries={data.deliveries} />
              <Plan usage={data.usage} />
            </div>
            <Subjects kind="resources" dashboard={data} periodName={periodName} />
            <Suspense>
              <Findings dashboard={data} periodName={periodName} />
            </Suspense>
          </>
        )}
      </div>
    </>
  );
}

function DecisionsOrNone(props: { dashboard: Dashboard; search: OverviewSearch; periodName: string }) {
  const words = useWords(overviewWords);
  const { shell } = useLanguage().messages;
  const guide = useGuide();
  const { totals, previous } = props.dashboard;
  if (totals.events + previous.totals.events === 0) {
    return (
      <EmptyState help="deciding" title={words.emptyTitle} text={words.emptyText}>
        {guide === null ? (
          <Link to="/try" className={buttonClass()}>
            {shell.pages.try}
          </Link>
        ) : (
          <Link to="/first-steps" className={buttonClass('solid')}>
            {words.goOn(guide.done, guide.of)}
          </Link>
        )}
        <HelpLink className={buttonClass()} />
      </EmptyState>
    );
  }
  return <Decisions {...props} />;
}
