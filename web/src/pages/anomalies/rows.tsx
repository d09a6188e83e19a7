/** The anomalies as a list: what was unusual, about whom, since when, and who closed it. */
import type { AnomalyItem, Destination, EventAction } from '@svc/contract';
import { useState } from 'react';
import type { Messages } from '../../language/en.ts';
import type { Format } from '../../language/format.ts';
import { useLanguage } from '../../language/index.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment, useNow } from '../../ui/moment.tsx';
import { CloseDialog } from './close-dialog.tsx';
import type { Result } from './result.ts';

interface AnomalyRowsProps {
  items: readonly AnomalyItem[];
  mayClose: boolean;
  onResult(result: Result): void;
}

export function AnomalyRows({ items, ...rest }: AnomalyRowsProps) {
  const nowMs = useNow();
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface shadow-panel">
      {items.map((item) => (
        <AnomalyRow key={item.id} item={item} nowMs={nowMs} {...rest} />
      ))}
    </ul>
  );
}

type AnomalyRowProps = Omit<AnomalyRowsProps, 'items'> & { item: AnomalyItem; nowMs: number };

function AnomalyRow({ item, nowMs, mayClose, onResult }: AnomalyRowProps) {
  const { messages, format } = useLanguage();
  const { anomalies: labels } = messages;
  const [isAsked, setAsked] = useState(false);
  const kind = labels.kinds[item.kind];
  return (
    <li className="flex flex-col gap-3 p-4 sm:flex-row sm:items-start sm:justify-between sm:gap-6">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="break-words">
            {kind} · {item.agent.name}
          </span>
          <Badge tone={item.severity === 'HIGH' ? 'review' : 'neutral'}>{labels.severities[item.severity]}</Badge>
          <Badge tone={item.status === 'OPEN' ? 'block' : 'neutral'}>{labels.statuses[item.status]}</Badge>
        </h2>
        <p className="break-words">{labels.messages[item.kind](shownParams(item, messages, format))}</p>
        <p className="text-sm text-muted">
          <Moment iso={item.openedAt} text={labels.opened(format.ago(item.openedAt, nowMs))} />
          {item.closedAt !== null && (
            <>
              {' · '}
              <Moment
                iso={item.closedAt}
                text={labels.closedBy(item.closedBy?.name ?? labels.somebody, format.ago(item.closedAt, nowMs))}
              />
            </>
          )}
        </p>
        {item.note !== null && <p className="mt-1 break-words whitespace-pre-wrap">{item.note}</p>}
      </div>
      {mayClose && item.status === 'OPEN' && (
        <Button aria-label={labels.closeNamed(kind, item.agent.name)} onClick={() => setAsked(true)}>
          {labels.close}
        </Button>
      )}
      {isAsked && <CloseDialog item={item} onClose={() => setAsked(false)} onResult={onResult} />}
    </li>
  );
}

/** Numbers as the reader writes them, and words of the service in the reader's language. */
function shownParams(item: AnomalyItem, { words }: Messages, format: Format): Record<string, string> {
  const actions: Readonly<Record<string, string>> = words.actions satisfies Record<EventAction, string>;
  const destinations: Readonly<Record<string, string>> = words.destinations satisfies Record<Destination, string>;
  const shown = (name: string, value: string | number | null): string => {
    if (typeof value === 'number') return format.number(value);
    const text = value ?? '';
    if (name === 'action') return actions[text] ?? text;
    return name === 'destination' ? (destinations[text] ?? text) : text;
  };
  return Object.fromEntries(Object.entries(item.messageParams).map(([name, value]) => [name, shown(name, value)]));
}
