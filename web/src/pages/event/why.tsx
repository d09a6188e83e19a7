/** Why it was decided so: what decided, how the risk score came about, and what each policy said. */
import type { EventDetail, EventItem, PolicyTraceItem } from '@svc/contract';
import { CircleCheck, CircleMinus } from 'lucide-react';
import type { Messages } from '../../language/en.ts';
import type { Format } from '../../language/format.ts';
import { useLanguage } from '../../language/index.tsx';
import { Badge, VerdictBadge } from '../../ui/badge.tsx';
import { Panel } from './panel.tsx';

type WhyOfEvent = EventDetail['why'];

export function Why({ event, why }: { event: EventItem; why: WhyOfEvent }) {
  const { messages } = useLanguage();
  const { event: labels, words } = messages;
  return (
    <Panel title={labels.why}>
      <div className="flex flex-col gap-5">
        <div>
          <p>{event.policy === null ? labels.riskDecided : labels.policyDecided(event.policy.name)}</p>
          {event.monitored && <p className="text-muted">{labels.monitored(words.verdicts[event.evaluatedDecision])}</p>}
        </div>
        <RiskFactors event={event} factors={why.riskFactors} />
        {event.dlpFindings.length > 0 && (
          <div>
            <h3 className="mb-1.5 text-sm font-medium text-muted">{labels.findings}</h3>
            <ul className="flex flex-wrap gap-1.5">
              {event.dlpFindings.map((type) => (
                <li key={type}>
                  <Badge tone="review">{type}</Badge>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Trace why={why} />
        <details className="text-sm">
          <summary className="w-fit text-muted hover:text-ink">{labels.reasons}</summary>
          <ol lang="en" className="mt-1.5 list-decimal space-y-0.5 pl-8">
            {event.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ol>
        </details>
      </div>
    </Panel>
  );
}

const BAR_UNITS = 100;

function RiskFactors({ event, factors }: { event: EventItem; factors: WhyOfEvent['riskFactors'] }) {
  const { messages, format } = useLanguage();
  const { event: labels, words } = messages;
  return (
    <div>
      <h3 className="flex items-baseline justify-between gap-4 text-sm font-medium text-muted">
        {labels.riskScore}
        <span className="text-ink tabular-nums">
          {labels.riskOf(event.riskScore)} · {words.riskLevels[event.riskLevel]}
        </span>
      </h3>
      <svg
        viewBox={`0 0 ${BAR_UNITS} 1`}
        preserveAspectRatio="none"
        className="my-2 h-2 w-full rounded-full"
        aria-hidden
      >
        <rect width={BAR_UNITS} height="1" className="fill-neutral-soft" />
        <rect width={event.riskScore} height="1" className="fill-accent" />
      </svg>
      {factors.length === 0 ? (
        <p className="text-sm text-muted">{labels.noFactors}</p>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">{labels.riskScore}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{labels.factor}</th>
              <th scope="col">{labels.pointsColumn}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {factors.map(({ code, points, reason }) => (
              <tr key={code} title={reason}>
                <th scope="row" className="py-1.5 text-left font-normal">
                  {words.riskFactors[code] ?? code}
                  <span className="text-muted">{weighedOf(code, event, messages, format)}</span>
                </th>
                <td className="py-1.5 text-right font-medium tabular-nums">{labels.points(points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** What of the event the factor weighed, in the words of the page. */
function weighedOf(code: string, event: EventItem, { words }: Messages, format: Format): string {
  const values: Readonly<Record<string, string | undefined>> = {
    ACTION: words.actions[event.action],
    RESOURCE: words.classifications[event.resource.classification],
    DESTINATION: event.destination === null ? undefined : words.destinations[event.destination],
    RECORDS: event.recordsAffected === null ? undefined : format.number(event.recordsAffected),
    CONTENT: event.dlpFindings.join(', '),
  };
  const value = values[code];
  return value === undefined || value === '' ? '' : `: ${value}`;
}

function Trace({ why }: { why: WhyOfEvent }) {
  const { messages } = useLanguage();
  const { event: labels } = messages;
  return (
    <div>
      <h3 className="text-sm font-medium text-muted">{labels.trace}</h3>
      {why.policies.length === 0 ? (
        <p className="text-sm">{labels.noTrace}</p>
      ) : (
        <>
          <p className="mb-2 text-sm text-muted">{labels.traceLead}</p>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {why.policies.map((policy) => (
              <TracedPolicy key={policy.id} policy={policy} />
            ))}
          </ul>
        </>
      )}
      {why.policiesTotal > why.policies.length && (
        <p className="mt-2 text-sm text-muted">{labels.traceShown(why.policies.length, why.policiesTotal)}</p>
      )}
    </div>
  );
}

function TracedPolicy({ policy }: { policy: PolicyTraceItem }) {
  const { messages } = useLanguage();
  const { event: labels } = messages;
  const Icon = policy.matched ? CircleCheck : CircleMinus;
  return (
    <li className="px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Icon aria-hidden className={`size-4 shrink-0 ${policy.matched ? 'text-accent' : 'text-muted'}`} />
        <span className="min-w-0 grow font-medium max-sm:basis-[calc(100%-2rem)]">{policy.name}</span>
        <span className="text-muted">{policy.matched ? labels.matched : labels.notMatched}</span>
        {policy.mode === 'MONITOR' && <Badge tone="neutral">MONITOR</Badge>}
        <VerdictBadge decision={policy.decision} isQuiet={!policy.matched} />
        {policy.decided && <Badge tone="neutral">{labels.decided}</Badge>}
      </div>
      {policy.fields.length > 0 && <TracedFields policy={policy} />}
    </li>
  );
}

function TracedFields({ policy }: { policy: PolicyTraceItem }) {
  const { messages } = useLanguage();
  const { event: labels } = messages;
  // Only enabled policies are looked at.
  const fields = policy.fields.filter(({ path }) => path !== 'enabled');
  return (
    <details className="mt-1.5 pl-6">
      <summary className="w-fit text-muted hover:text-ink">{labels.fields(fields.length)}</summary>
      <ul className="mt-1.5 space-y-1 font-mono text-xs">
        {fields.map((field) => (
          <li key={field.path} className="flex items-start gap-2">
            <span className={field.matched ? 'text-allow' : 'text-block'}>
              <span aria-hidden>{field.matched ? '✓' : '✕'}</span>
              <span className="sr-only">{field.matched ? labels.matched : labels.notMatched}</span>
            </span>
            <span className="min-w-0">
              {field.path}: {JSON.stringify(field.expected)}
              <span className="text-muted">
                {' '}
                {labels.was} {JSON.stringify(field.actual)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {policy.isTruncated && <p className="mt-1 text-muted">{labels.fieldsTruncated}</p>}
    </details>
  );
}
