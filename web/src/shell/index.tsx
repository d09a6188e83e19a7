// SPDX-License-Identifier: Apache-2.0
/** The frame of every page of a signed-in person: the sidebar, or on phones the tab bar, and its overlays. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useIsFetching, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ConfirmPerson } from '../account/confirm-person.tsx';
import { organizationQuery } from '../api/organization.ts';
import { useLanguage } from '../language/index.tsx';
import { Main } from '../page/page.tsx';
import { useSandbox } from '../page/sandbox.ts';
import { meQuery } from '../session/me.ts';
import { listenForShortcuts, useShortcut } from '../ui/shortcuts.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Overlay } from './overlay.ts';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';

/** Menus, dialogs and the palette: the first page does not need them. */
const Overlays = lazy(() => import('./overlays.tsx'));
const DemoBar = lazy(() => import('./demo-bar.tsx'));
const MonitorBar = lazy(() => import('./monitor-bar.tsx'));

export function Shell() {
  const { pathname } = useLocation();
  const { demo } = useSuspenseQuery(meQuery).data;
  const [open, setOpen] = useState<Overlay | null>(null);
  const account = useRef<HTMLButtonElement>(null);
  const organization = useRef<HTMLButtonElement>(null);
  const isSettled = useFirstPageSettled();
  useLiveAfter(isSettled);
  const hasOverlays = useOnce(isSettled || open !== null);
  useEffect(listenForShortcuts, []);
  useZoneOfOrganization();
  useShortcut('Ctrl+k', () => setOpen('palette'));
  useShortcut('?', () => setOpen('keys'));
  return (
    // Its style elements would break the policy for content; styles.css has the one rule that they carry.
    <CSPProvider disableStyleElements>
      <SkipLink />
      <div className="md:grid md:h-dvh md:grid-cols-[14.5rem_minmax(0,1fr)]">
        <Sidebar openOverlay={setOpen} open={open} accountButton={account} organizationButton={organization} />
        <div data-over-tab-bar className="flex min-h-0 min-w-0 flex-col max-md:min-h-dvh max-md:pb-14">
          {demo && (
            <Suspense>
              <DemoBar />
            </Suspense>
          )}
          <SandboxBar />
          {isSettled && (
            <Suspense>
              <MonitorBar />
            </Suspense>
          )}
          <Main pathname={pathname}>
            <PageParts />
          </Main>
        </div>
      </div>
      <TabBar openMore={() => setOpen('more')} />
      <ConfirmPerson />
      {hasOverlays && (
        <Suspense>
          <Overlays open={open} setOpen={setOpen} accountButton={account} organizationButton={organization} />
        </Suspense>
      )}
    </CSPProvider>
  );
}

/**
 * The page. A part whose words or code are still on their way leaves the shell in its place. The boundary around the
 * shell would hide all of it, and an open dialog would lose the focus.
 */
function PageParts() {
  return (
    <Suspense fallback={<Skeleton />}>
      <Outlet />
    </Suspense>
  );
}

/** Times are told in the zone of the organization, unless the person chose another. */
function useZoneOfOrganization(): void {
  const { tellZone } = useLanguage();
  const zone = useQuery(organizationQuery).data?.timeZone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told when the zone is another one
  useEffect(() => {
    if (zone !== undefined) tellZone(zone);
  }, [zone]);
}

/** True from the first time on: a menu that is closed before the page has settled may still open a dialog. */
function useOnce(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}

/** True from the moment when the first page has what it shows. `svc.first-page` marks it for measurements. */
function useFirstPageSettled(): boolean {
  const fetching = useIsFetching();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (isSettled || fetching > 0) return;
    const timer = setTimeout(() => {
      performance.mark('svc.first-page');
      setSettled(true);
    }, SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fetching, isSettled]);
  return isSettled;
}

/** The stream begins after the first page, which does not need it. */
function useLiveAfter(isSettled: boolean): void {
  const queries = useQueryClient();
  // Whatever else is shown was asked for after it.
  const [newsFrom] = useState(() => queries.getQueryData(meQuery.queryKey)?.newsFrom ?? null);
  useEffect(() => {
    if (!isSettled) return;
    let isGone = false;
    let end = () => {};
    void import('../live/keep-live.ts').then(({ keepLive }) => {
      if (!isGone) end = keepLive(queries, newsFrom);
    });
    return () => {
      isGone = true;
      end();
    };
  }, [isSettled, queries, newsFrom]);
}

/** Between the answers of a page that asks twice. */
const SETTLES_AFTER_MS = 150;

/** Visible only to keyboard users who reach it. */
const SKIP_LINK =
  'sr-only rounded-m bg-raised px-4 py-2 font-medium shadow-float ' +
  'focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30';

function SkipLink() {
  const { shell } = useLanguage().messages;
  return (
    <a href="#content" className={SKIP_LINK}>
      {shell.skipToContent}
    </a>
  );
}

function SandboxBar() {
  const { shell } = useLanguage().messages;
  if (!useSandbox()) return null;
  return (
    <section
      aria-label={shell.environment}
      className="shrink-0 border-b border-dashed border-edge bg-sunken px-4 py-1 text-center text-meta text-ink-2"
    >
      {shell.sandboxBar}
    </section>
  );
}
