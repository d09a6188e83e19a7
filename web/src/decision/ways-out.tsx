// SPDX-License-Identifier: Apache-2.0
/** The smallest lawful changes after which a refused action would be allowed now. */
import type { EventDetail, EventItem, EventWaysOut } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readOf } from '../api/reading.ts';
import { Fold } from '../detail/fold.tsx';
import { Panel } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { useMay } from '../session/may.tsx';
import { buttonClass } from '../ui/button.tsx';
import { whyWords } from './why-words.ts';

/** More are counted: the nearest come first. */
const TOLD_MAX = 5;

/** Stands on an event that was refused, for all people; it is asked for when it is looked at. */
export function WaysOut({ detail: { event }, isBrief }: { detail: EventDetail; isBrief: boolean }) {
  const { waysOut: words } = useWords(whyWords);
  if (event.decision === 'ALLOW') return null;
  const found =
    event.cause.by === 'PAUSED' ? <p className="text-ink-2">{words.paused}</p> : <AskedWaysOut id={event.id} />;
  return (
    <Panel title={words.title} aside={words.aside}>
      {isBrief ? <Fold summary={words.look}>{found}</Fold> : found}
      <div className="mt-3 empty:hidden">
        <WhatToChange event={event} />
      </div>
    </Panel>
  );
}

function AskedWaysOut({ id }: { id: string }) {
  const { waysOut: words } = useWords(whyWords);
  const { data, isError } = useQuery({ ...readOf('readEventWaysOut', { params: { id } }), retry: 1 });
  return (
    <div role="status" aria-busy={data === undefined && !isError} className="min-h-10">
      {data === undefined ? (
        <p className="text-ink-3">{isError ? words.failed : words.searching}</p>
      ) : (
        <Found found={data} />
      )}
    </div>
  );
}

/** The way to what decided, for people who may change it. */
function WhatToChange({ event: { agent, policy, cause } }: { event: EventItem }) {
  const { waysOut: words } = useWords(whyWords);
  const may = useMay();
  const { by } = cause;
  const look = buttonClass('line', 'small');
  if (by === 'POLICY' && policy !== null && may('updatePolicy')) {
    return (
      <Link to="/policies/$id" params={{ id: policy.id }} className={look}>
        {words.changePolicy}
      </Link>
    );
  }
  if (by === 'RISK' && may('updateOrganization')) {
    return (
      <Link to="/settings" className={look}>
        {words.changeLimits}
      </Link>
    );
  }
  if ((by === 'PERMISSION' || by === 'PAUSED') && may('updateAgent')) {
    return (
      <Link to="/agents/$id" params={{ id: agent.id }} className={look}>
        {words.changeAgent}
      </Link>
    );
  }
  return null;
}

function Found({ found: { allowedNow, complete, ways } }: { found: EventWaysOut }) {
  const { waysOut: words } = useWords(whyWords);
  const textOf = useWayText();
  if (allowedNow) return <p>{words.allowedNow}</p>;
  if (ways.length === 0) return <p className="text-ink-2">{complete ? words.none : words.notAll}</p>;
  const more = ways.length - TOLD_MAX;
  return (
    <>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {ways.slice(0, TOLD_MAX).map((way) => (
          <li key={JSON.stringify(way)}>{textOf(way)}</li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-ink-3">{words.more(more)}</p>}
      {!complete && <p className="mt-1 text-meta text-ink-3">{words.notAll}</p>}
    </>
  );
}

function useWayText(): (way: EventWaysOut['ways'][number]) => string {
  const { format } = useLanguage();
  const { types: nameOf, waysOut: words } = useWords(whyWords);
  return ({ records, destination, outsideBusinessHours, withoutFindings = [] }) => {
    const changes = [
      records !== undefined && words.records(records.from, records.to, format.number),
      destination === 'INTERNAL' && words.internal,
      outsideBusinessHours === false && words.inHours,
      withoutFindings.length > 0 && words.without(withoutFindings.map((type) => nameOf[type]).join(', ')),
    ].filter((text) => text !== false);
    const text = changes.join(words.and);
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  };
}
