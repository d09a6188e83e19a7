// SPDX-License-Identifier: Apache-2.0
/** How the score came about: a row a factor on one axis of 0 to 100, each bar begins where the last one ended. */
import type { EventDetail, EventItem, Organization } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery } from '../api/organization.ts';
import type { Format } from '../language/format.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { riskFill } from './risk.tsx';
import { whyWords } from './why-words.ts';

type Limits = Pick<Organization, 'riskReviewAt' | 'riskBlockAt'>;

/** Labels closer than this, in points, would stand on one another. */
const LABELS_APART = 16;

export function Waterfall({ event, factors }: { event: EventItem; factors: EventDetail['why']['riskFactors'] }) {
  const why = useWords(whyWords);
  const limits = useQuery(organizationQuery).data;
  const value = useFactorValue(event);
  if (factors.length === 0) return <p className="text-ink-3">{why.noFactor}</p>;
  let end = 0;
  return (
    <div className="@container">
      <table className="w-full table-fixed">
        <colgroup>
          <col className="@lg:w-72" />
          <col className="w-24 @md:w-36 @lg:w-auto" />
          <col className="w-11" />
        </colgroup>
        <caption className="sr-only">{why.riskScore}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{why.factor}</th>
            <td />
            <th scope="col">{why.points}</th>
          </tr>
        </thead>
        <tbody>
          {factors.map(({ code, points, reason }) => {
            const start = end;
            end += points;
            const shown = value(code);
            return (
              <tr key={code} className="h-5.5">
                <th scope="row" className="py-0.5 pr-3 text-left leading-4.5 font-normal text-ink-3">
                  {why.factors[code] ?? reason} {shown !== null && <span className="text-ink">{shown}</span>}
                </th>
                <td className="p-0">
                  <Bar start={start} points={points} fill={riskFill(event.riskLevel)} limits={limits} />
                </td>
                <td className="text-right font-medium tabular-nums">+{points}</td>
              </tr>
            );
          })}
        </tbody>
        {limits !== undefined && (
          <tfoot aria-hidden>
            <tr>
              <td />
              <td className="p-0">
                <Axis limits={limits} />
              </td>
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Bar({
  start,
  points,
  fill,
  limits,
}: {
  start: number;
  points: number;
  fill: string;
  limits: Limits | undefined;
}) {
  const lines = limits === undefined ? [] : [limits.riskReviewAt, limits.riskBlockAt];
  return (
    <svg aria-hidden className="block h-5.5 w-full">
      {lines.map((line) => (
        <line key={line} x1={`${line}%`} x2={`${line}%`} y1="0" y2="100%" className="stroke-line-strong" />
      ))}
      <rect
        x={`${start}%`}
        y="7"
        width={`${Math.max(0, Math.min(points, 100 - start))}%`}
        height="8"
        rx="1"
        className={fill}
      />
    </svg>
  );
}

function Axis({ limits: { riskReviewAt, riskBlockAt } }: { limits: Limits }) {
  const why = useWords(whyWords);
  const isClose = Math.abs(riskBlockAt - riskReviewAt) < LABELS_APART;
  const label = (at: number, text: string, anchor: 'start' | 'middle' | 'end') => (
    <text x={`${at}%`} y="14" textAnchor={anchor} className="fill-ink-3 text-micro tabular-nums">
      <tspan className="@max-lg:hidden">{text}</tspan>
      <tspan className="@lg:hidden">{at}</tspan>
    </text>
  );
  return (
    <svg aria-hidden className="block h-5 w-full overflow-visible">
      <line x1="0" x2="100%" y1="0.5" y2="0.5" className="stroke-line-strong" />
      <text x="0" y="14" className="fill-ink-3 text-micro">
        0
      </text>
      {label(riskReviewAt, why.reviewAt(riskReviewAt), isClose ? 'end' : 'middle')}
      {label(riskBlockAt, why.blockAt(riskBlockAt), isClose ? 'start' : 'middle')}
    </svg>
  );
}

/** The weight of the factor, in the words of the page. */
function useFactorValue(event: EventItem): (code: string) => string | null {
  const { messages, format } = useLanguage();
  const why = useWords(whyWords);
  const values: Readonly<Record<string, string | null>> = {
    ACTION: messages.words.actions[event.action],
    RESOURCE: messages.words.classifications[event.resource.classification],
    DESTINATION: event.destination === null ? null : messages.words.destinations[event.destination],
    RECORDS: recordsText(event, format),
    CONTENT: event.dlpFindings.map((type) => why.types[type]).join(', '),
    OUTSIDE_BUSINESS_HOURS: why.outsideHours,
    OPEN_ANOMALY: why.openAnomaly,
  };
  return (code) => values[code] ?? null;
}

function recordsText({ recordsAffected }: EventItem, format: Format): string | null {
  return recordsAffected === null ? null : format.number(recordsAffected);
}
