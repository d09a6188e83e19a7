/** What was asked, in pairs of name and value. */
import type { EventItem } from '@svc/contract';
import type { ReactNode } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { DecisionBadge, VerdictBadge } from '../../ui/badge.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from './panel.tsx';

export function Facts({ event }: { event: EventItem }) {
  const { messages, format } = useLanguage();
  const { event: labels, words } = messages;
  return (
    <Panel title={labels.details}>
      <dl className="flex flex-col gap-2 text-sm">
        <Fact name={labels.when}>
          <Moment iso={event.createdAt} text={format.dateTime(event.createdAt)} />
        </Fact>
        <Fact name={labels.agentAsks}>{event.agent.name}</Fact>
        <Fact name={labels.resource}>{event.resource.name}</Fact>
        <Fact name={labels.classification}>{words.classifications[event.resource.classification]}</Fact>
        <Fact name={labels.destination}>
          {event.destination === null ? (
            <Missing>{labels.noDestination}</Missing>
          ) : (
            words.destinations[event.destination]
          )}
        </Fact>
        <Fact name={labels.records}>
          {event.recordsAffected === null ? (
            <Missing>{labels.noRecords}</Missing>
          ) : (
            format.number(event.recordsAffected)
          )}
        </Fact>
        <Fact name={labels.decisionThen}>
          <VerdictBadge decision={event.decision} />
        </Fact>
        <Fact name={labels.outcomeNow}>
          <DecisionBadge decision={event.finalDecision} />
        </Fact>
        <div>
          <dt className="text-muted">{labels.id}</dt>
          <dd className="font-mono text-xs break-all">{event.id}</dd>
        </div>
      </dl>
      {event.sandbox && <p className="mt-3 text-sm text-muted">{labels.sandbox}</p>}
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}
