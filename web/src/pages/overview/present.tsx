// SPDX-License-Identifier: Apache-2.0
/** The present: waiting reviews, open anomalies, endpoints in trouble, and the month against the plan. */
import type { AnomalyItem, Dashboard, ReviewItem } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readOf } from '../../api/reading.ts';
import { Countdown } from '../../decision/countdown.tsx';
import { Risk } from '../../decision/risk.tsx';
import { ShortAct } from '../../decision/sentence.tsx';
import { PANEL_LINK } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useWaitingReviews } from '../../page/counts.ts';
import { Answered } from '../../ui/answered.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { State } from '../../ui/state.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { useMessage } from '../anomalies/message.tsx';
import { anomaliesWords } from '../anomalies/words.ts';
import { useFormats } from './formats.ts';
import { Bar, Nothing, Region } from './region.tsx';
import { overviewWords } from './words.ts';

const REVIEWS_SHOWN_MAX = 6;
const ANOMALIES_SHOWN_MAX = 3;
const MINUTE_MS = 60_000;

export function Waiting({ dashboard }: { dashboard: Dashboard | undefined }) {
  const formats = useFormats();
  const words = useWords(overviewWords);
  const reviews = useWaitingReviews();
  const counted = dashboard?.waiting.reviews ?? reviews.items?.length;
  const count = reviews.items === undefined || counted === undefined ? '' : formats.waiting(counted);
  return (
    <Region
      title={
        <>
          {words.waitingTitle} <span className="font-normal text-ink-3 tabular-nums">{count}</span>
        </>
      }
      aside={
        <Link to="/reviews" search={{}} className="underline underline-offset-2">
          {words.allOfThem}
        </Link>
      }
    >
      {dashboard !== undefined && <Ages ages={dashboard.waiting.ages} />}
      <Answered query={{ ...reviews, data: reviews.items }} skeleton={<Skeleton rows={4} rowClass="h-13" />}>
        {(items) => (
          <>
            {items.length === 0 && <Nothing>{words.noneWaits}</Nothing>}
            <ul className="-mx-2">
              {items.slice(0, REVIEWS_SHOWN_MAX).map((item) => (
                <WaitingReview key={item.eventId} item={item} />
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Region>
  );
}

/** How long they have waited already; said only where some wait long. */
function Ages({ ages }: { ages: Dashboard['waiting']['ages'] }) {
  const { format } = useLanguage();
  const words = useWords(overviewWords);
  const shown = ages.filter(({ reviews }) => reviews > 0);
  if (shown.length < 2) return null;
  const texts = shown.map(({ underMinutes, reviews }) => words.age(underMinutes, format.number(reviews)));
  return <p className="mb-2 text-meta text-ink-3 tabular-nums">{texts.join(' · ')}</p>;
}

function WaitingReview({ item }: { item: ReviewItem }) {
  const { event } = item;
  return (
    <li>
      <Link
        to="/reviews"
        search={{ event: item.eventId }}
        className="block rounded-m px-2 py-2 transition-colors hover:bg-hover"
      >
        <span className="flex items-center justify-between gap-3">
          <span className="min-w-0 truncate font-mono font-semibold">{event.agent.name}</span>
          <Countdown from={item.createdAt} until={item.expiresAt} />
        </span>
        <span className="mt-1 flex items-start justify-between gap-3">
          <span className="min-w-0 text-ink-2">
            <ShortAct event={event} />
          </span>
          <Risk level={event.riskLevel} score={event.riskScore} />
        </span>
      </Link>
    </li>
  );
}

const openAnomalies = readOf('listAnomalies', { query: { status: 'OPEN', limit: String(ANOMALIES_SHOWN_MAX) } });

export function Anomalies({ open }: { open: number | undefined }) {
  const { format } = useLanguage();
  const words = useWords(overviewWords);
  const anomalies = useQuery(openAnomalies);
  const nowMs = useNow(MINUTE_MS);
  return (
    <Region
      title={
        <>
          {words.anomaliesTitle}{' '}
          <Link
            to="/anomalies"
            search={{ status: 'OPEN' }}
            className={`font-normal text-ink-3 tabular-nums ${PANEL_LINK}`}
          >
            {open === undefined ? '' : format.number(open)}
          </Link>
        </>
      }
    >
      <Answered query={anomalies} skeleton={<Skeleton rows={2} />}>
        {({ items }) => (
          <>
            {items.length === 0 && <Nothing>{words.nothingUnusual}</Nothing>}
            <ul className="flex flex-col gap-3">
              {items.map((item) => (
                <Anomaly key={item.id} item={item} at={format.recent(item.openedAt, nowMs)} />
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Region>
  );
}

function Anomaly({ item, at }: { item: AnomalyItem; at: string }) {
  const words = useWords(anomaliesWords);
  const message = useMessage();
  return (
    <li>
      <Link to="/anomalies" search={{ status: 'OPEN', open: item.id }} className="block hover:underline">
        <span className="flex items-baseline gap-2">
          <span className="font-semibold">{words.kinds[item.kind]}</span>
          <span className="min-w-0 truncate font-mono text-ink-2">{item.agent.name}</span>
          <span className="ml-auto shrink-0 text-meta text-ink-3 tabular-nums">{at}</span>
        </span>
        <span className="text-meta text-ink-2">{message(item)}</span>
      </Link>
    </li>
  );
}

/** Nothing is shown while every endpoint gets what it is sent. */
export function Deliveries({ deliveries }: { deliveries: Dashboard['deliveries'] }) {
  const { format } = useLanguage();
  const words = useWords(overviewWords);
  const nowMs = useNow(MINUTE_MS);
  const { failingEndpoints, failingSince, disabledEndpoints } = deliveries;
  if (failingEndpoints + disabledEndpoints === 0) return null;
  return (
    <Region title={words.deliveriesTitle}>
      <Link to="/webhooks" search={{}} className="flex flex-col gap-1 hover:underline">
        {failingEndpoints > 0 && (
          <State variant="waiting">
            {words.failing(failingEndpoints, failingSince === null ? '' : format.recent(failingSince, nowMs))}
          </State>
        )}
        {disabledEndpoints > 0 && <State variant="bad">{words.disabled(disabledEndpoints)}</State>}
      </Link>
    </Region>
  );
}

const DAY_MS = 86_400_000;

export function Plan({ usage }: { usage: Dashboard['usage'] }) {
  const { format } = useLanguage();
  const formats = useFormats();
  const words = useWords(overviewWords);
  const nowMs = useNow(MINUTE_MS);
  const { month, events, eventsPerMonth, forecast, agents, agentsMax } = usage;
  const [year = 0, number = 1] = month.split('-').map(Number);
  const startMs = Date.UTC(year, number - 1, 1);
  const endMs = Date.UTC(year, number, 1);
  const passed = Math.min(1, Math.max(0.001, (nowMs - startMs) / (endMs - startMs)));
  return (
    <Region title={words.planTitle(formats.month(month))}>
      <Against name={words.events} used={events} max={eventsPerMonth} passed={passed} />
      {forecast !== null && (
        <p className="mt-1.5 mb-4 text-meta text-ink-3 tabular-nums">
          {words.pace(
            format.number(forecast),
            formats.dayIn(endMs - DAY_MS, 'UTC'),
            paceState(forecast, eventsPerMonth),
          )}
        </p>
      )}
      <Against name={words.agents} used={agents} max={agentsMax} />
    </Region>
  );
}

function paceState(pace: number, max: number | null): 'within' | 'over' | 'none' {
  if (max === null) return 'none';
  return pace > max ? 'over' : 'within';
}

interface AgainstProps {
  name: string;
  used: number;
  max: number | null;
  /** The part of the month that has passed. */
  passed?: number;
}

function Against({ name, used, max, passed }: AgainstProps) {
  const { format } = useLanguage();
  const words = useWords(overviewWords);
  const isFull = max !== null && used >= max;
  return (
    <div className="mt-2">
      <p className="flex justify-between pb-1.5 tabular-nums">
        <span>{name}</span>
        <span>
          <b className={`font-semibold ${isFull ? 'text-review-ink' : ''}`}>{format.number(used)}</b>{' '}
          {max !== null && <span className="text-ink-3">{words.ofMax(format.number(max))}</span>}
        </span>
      </p>
      {max !== null && (
        <div className="relative">
          <Bar share={max === 0 ? 1 : used / max} fill={isFull ? 'fill-review-fill' : 'fill-ink-2'} />
          {passed !== undefined && (
            <span aria-hidden className="absolute -top-1 h-3 w-px bg-ink-3" style={{ left: `${passed * 100}%` }} />
          )}
        </div>
      )}
    </div>
  );
}
