// SPDX-License-Identifier: Apache-2.0
/** The past of a review: the agent's last 30 days, and what people chose for the same action on the same resource. */
import type { EventItem } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readOf } from '../api/reading.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { Strip } from '../charts/strip.tsx';
import { outcomeOf } from '../decision/outcome.ts';
import { OutcomeWord } from '../decision/verdict.tsx';
import { PANEL_LINK, Panel } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Answered } from '../ui/answered.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { countsOf, largestOf, similarTo } from './similar.ts';
import { answerWords } from './words.ts';

/** Similar reviews that are looked at, and those that are named. */
const LOOKED_AT = '50';
const SHOWN_MAX = 4;

export function AgentPast({ event }: { event: EventItem }) {
  return (
    <div className="grid @3xl:grid-cols-2">
      <LastDays event={event} />
      <Similar event={event} />
    </div>
  );
}

const sandboxOf = ({ sandbox }: EventItem) => (sandbox ? 'true' : 'false');

function LastDays({ event }: { event: EventItem }) {
  const { format } = useLanguage();
  const { past: words } = useWords(answerWords);
  const { id, name } = event.agent;
  const agent = useQuery(readOf('readAgent', { params: { id }, query: { sandbox: sandboxOf(event) } }));
  return (
    <Panel title={words.days(name)} className="border-line @3xl:border-r">
      <Answered query={agent} skeleton={<Skeleton rows={2} />} missing={<p className="text-ink-3">{words.gone}</p>}>
        {({ activity, openAnomalies }) => (
          <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
            <dl className="flex flex-wrap gap-x-8 gap-y-2 tabular-nums">
              {(
                [
                  [words.asked, activity.asked],
                  [words.reviewed, activity.reviewed],
                  [words.blocked, activity.blocked],
                  [words.anomalies, openAnomalies],
                ] as const
              ).map(([term, count]) => (
                <div key={term}>
                  <dt className="text-meta text-ink-3">{term}</dt>
                  <dd className="font-semibold">{format.number(count)}</dd>
                </div>
              ))}
            </dl>
            {activity.stoppedByDay.some((count) => count > 0) && (
              <div>
                <p className="text-meta text-ink-3">{words.chart}</p>
                <Sparkline values={activity.stoppedByDay} />
              </div>
            )}
          </div>
        )}
      </Answered>
    </Panel>
  );
}

function Similar({ event }: { event: EventItem }) {
  const { past: words } = useWords(answerWords);
  const { agent, resource, action } = event;
  const query = {
    agent: agent.id,
    resource: resource.id,
    action,
    decision: 'REVIEW',
    sandbox: sandboxOf(event),
    limit: LOOKED_AT,
  } as const;
  const events = useQuery(readOf('listEvents', { query }));
  const all = (
    <Link
      to="/events"
      search={{ agent: agent.name, resource: resource.name, action, decision: 'REVIEW' }}
      className={PANEL_LINK}
    >
      {words.all}
    </Link>
  );
  return (
    <Panel title={words.similar} aside={all}>
      <Answered query={events} skeleton={<Skeleton rows={2} />}>
        {({ items }) => <Chosen event={event} similar={similarTo(event, items)} />}
      </Answered>
    </Panel>
  );
}

function Chosen({ event, similar }: { event: EventItem; similar: readonly EventItem[] }) {
  const { format } = useLanguage();
  const { past: words } = useWords(answerWords);
  if (similar.length === 0) return <p className="text-ink-3">{words.none}</p>;
  const sizes = similar.flatMap(({ recordsAffected }) => (recordsAffected === null ? [] : [recordsAffected]));
  const largest = largestOf(event, similar);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{words.counts(countsOf(similar))}</p>
      <ul className="divide-y divide-line">
        {similar.slice(0, SHOWN_MAX).map((one) => (
          <li key={one.id} className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
            <OutcomeWord outcome={outcomeOf(one)} />
            <Link to="/events/$eventId" params={{ eventId: one.id }} className={`text-meta ${PANEL_LINK}`}>
              {words.one(
                one.recordsAffected === null ? null : format.number(one.recordsAffected),
                format.short(one.createdAt),
              )}
            </Link>
          </li>
        ))}
      </ul>
      {event.recordsAffected !== null && sizes.length > 0 && (
        <div>
          <p className="text-meta text-ink-3">{words.sizes}</p>
          <Strip name={words.sizes} past={sizes} present={event.recordsAffected} />
        </div>
      )}
      {largest !== null && (
        <p className="text-meta font-medium text-risk-critical">
          {words.times(format.number(Math.round(largest.times * 10) / 10), format.number(largest.records))}
        </p>
      )}
    </div>
  );
}
