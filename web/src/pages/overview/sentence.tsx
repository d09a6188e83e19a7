// SPDX-License-Identifier: Apache-2.0
/** The news since the last visit, and the waiting reviews, in one sentence. It needs none of the charts. */
import type { Dashboard } from '@svc/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/reading.ts';
import { PANEL_LINK } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useSandbox } from '../../page/sandbox.ts';
import { meQuery } from '../../session/me.ts';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Key } from '../../ui/tag.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { useFormats } from './formats.ts';
import { useLastVisit } from './visits.ts';
import { overviewWords } from './words.ts';

export function SinceLastVisit() {
  const words = useWords(overviewWords);
  const { organization } = useSuspenseQuery(meQuery).data;
  const isSandbox = useSandbox();
  const from = useLastVisit(organization.id);
  const query = useQuery(readOf('readDashboard', { query: { from, sandbox: isSandbox ? 'true' : 'false' } }));
  return (
    <section
      aria-label={words.summary}
      className="flex min-h-23 items-center justify-between gap-6 border-b border-line px-6 py-4 max-md:flex-col
        max-md:items-stretch max-md:px-4"
    >
      <Answered query={query} skeleton={<span role="status" className="sr-only" />}>
        {(dashboard) => (
          <>
            <Sentence dashboard={dashboard} from={from} />
            {dashboard.waiting.reviews > 0 && <OpenQueue />}
          </>
        )}
      </Answered>
    </section>
  );
}

function OpenQueue() {
  const words = useWords(overviewWords);
  return (
    <Link to="/reviews" search={{}} className={buttonClass('solid', 'large')}>
      {words.openQueue}
      <span aria-hidden className="flex gap-0.5 max-md:hidden">
        <Key>G</Key>
        <Key>R</Key>
      </span>
    </Link>
  );
}

function Sentence({ dashboard, from }: { dashboard: Dashboard; from: string }) {
  const { format } = useLanguage();
  const words = useWords(overviewWords);
  const nowMs = useNow(MINUTE_MS);
  const formats = useFormats();
  const { totals, waiting } = dashboard;
  const since = format.recent(from, nowMs);
  const left = waiting.nextExpiresAt === null ? null : format.left(waiting.nextExpiresAt, nowMs);
  const isHurried = waiting.nextExpiresAt !== null && Date.parse(waiting.nextExpiresAt) - nowMs < HURRY_MS;
  const [askedBefore, askedAfter] = words.asked(since, totals.events);
  return (
    <p className="max-w-3xl text-page text-ink-2">
      {askedBefore}
      <Count>
        <Link to="/events" search={{ from }} className={PANEL_LINK}>
          {format.number(totals.events)}
        </Link>
      </Count>
      {askedAfter}
      <Count>
        <Link to="/events" search={{ from, decision: 'BLOCK' }} className={PANEL_LINK}>
          {format.number(totals.blocked)}
        </Link>
      </Count>
      {words.blocked(totals.blocked)}
      {waiting.reviews === 0 ? (
        words.nothingWaits
      ) : (
        <>
          <Count>
            <Link to="/reviews" search={{}} className={PANEL_LINK}>
              {formats.waiting(waiting.reviews)}
            </Link>
          </Count>
          {words.wait(waiting.reviews)}
          {left === null ? '.' : words.expires(waiting.reviews)}
          {left !== null && (
            <b className={`font-semibold whitespace-nowrap ${isHurried ? 'text-review-ink' : 'text-ink'}`}>{left}</b>
          )}
          {left !== null && '.'}
        </>
      )}
    </p>
  );
}

const MINUTE_MS = 60_000;
const HURRY_MS = 60 * MINUTE_MS;

/** A number in the sentence leads to what it counts. */
function Count({ children }: { children: ReactNode }) {
  return <span className="font-semibold text-ink tabular-nums">{children}</span>;
}
