/** What stands around every page of a signed-in person: the way past it, the places to go, the account. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { meQuery, waitingReviewsQuery } from '../api/queries.ts';
import { useLanguage } from '../language/index.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';

export function Frame() {
  const { messages } = useLanguage();
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <>
      <SkipLink />
      <header className="z-10 border-b border-line bg-surface sm:sticky sm:top-0">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 sm:h-14 sm:flex-nowrap sm:px-6">
          <div className="flex h-14 items-center gap-3">
            <Brand />
            <span className="max-w-40 truncate text-sm text-muted" title={me.organization.name}>
              {me.organization.name}
            </span>
          </div>
          <nav
            aria-label={messages.frame.navigation}
            className="order-last flex w-full flex-wrap gap-x-1 sm:order-none sm:w-auto sm:grow"
          >
            <Place to="/reviews">
              {messages.frame.reviews} <WaitingCount />
            </Place>
            <Place to="/events">{messages.frame.events}</Place>
            <Place to="/gateway-calls">{messages.frame.gatewayCalls}</Place>
            <Place to="/anomalies">{messages.frame.anomalies}</Place>
            {me.organization.role !== 'MEMBER' && <Place to="/audit">{messages.frame.audit}</Place>}
            <Place to="/webhooks">{messages.frame.webhooks}</Place>
          </nav>
          <div className="ml-auto">
            <AccountMenu me={me} />
          </div>
        </div>
      </header>
      <Main>
        <Outlet />
      </Main>
    </>
  );
}

/** Seen only by who comes to it with the keyboard. */
const SKIP_LINK =
  'sr-only rounded-lg bg-surface px-4 py-2 font-medium ' +
  'focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30';

function SkipLink() {
  const { messages } = useLanguage();
  return (
    <a href="#content" className={SKIP_LINK}>
      {messages.skipToContent}
    </a>
  );
}

const PLACE =
  '-mb-px flex h-11 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium text-muted ' +
  'hover:text-ink sm:h-14';

type PlaceAddress = '/reviews' | '/events' | '/gateway-calls' | '/anomalies' | '/audit' | '/webhooks';

function Place({ to, children }: { to: PlaceAddress; children: ReactNode }) {
  return (
    <Link
      to={to}
      className={PLACE}
      activeProps={{ className: '!border-accent !text-ink' }}
      activeOptions={{ exact: false, includeSearch: false }}
    >
      {children}
    </Link>
  );
}

function WaitingCount() {
  const { messages } = useLanguage();
  const { data } = useQuery(waitingReviewsQuery);
  const count = data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-review-soft px-2 text-xs leading-5 font-semibold text-review tabular-nums">
      <span aria-hidden>{data?.nextCursor == null ? count : `${count}+`}</span>
      <span className="sr-only">{messages.reviews.waiting(count)}</span>
    </span>
  );
}

/** After a change of page the focus starts at its top, as it would without scripts. */
function Main({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main ref={main} id="content" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
      {children}
    </main>
  );
}
