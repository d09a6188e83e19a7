// SPDX-License-Identifier: Apache-2.0
/**
 * A page inside the shell: its head (56 px), its tools (44 px), and what scrolls under them. On phones the whole
 * document scrolls and the head stays.
 */
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import type { NavItem } from './nav-items.ts';

interface PageProps {
  /** Also the title of the document. */
  title: string;
  /** The title is a name that a machine uses, which is set like code. */
  isName?: boolean;
  /** How many, or a state. */
  count?: ReactNode;
  /** The page that this one belongs to. */
  crumb?: CrumbTo;
  /** Which part of it is shown, beside the title. */
  views?: ReactNode;
  actions?: ReactNode;
  /** On phones one thing of a list fills the page: its own title, and the way back. */
  onPhone?: { title: string; count?: string | undefined; backTo: string };
  /** Search and filters. */
  tools?: ReactNode;
  children: ReactNode;
}

interface CrumbTo {
  name: string;
  to: NavItem['to'];
}

export function Page({ title, isName = false, count, crumb, views, actions, onPhone, tools, children }: PageProps) {
  const isDetail = onPhone !== undefined || crumb !== undefined;
  return (
    <div className="flex min-h-0 grow flex-col">
      <title>{`${title} · svc`}</title>
      <header
        {...(isDetail && { 'data-fills-phone': true })}
        className="z-10 flex min-h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-6 md:flex-wrap
          max-md:sticky max-md:top-0 max-md:px-4"
      >
        {onPhone !== undefined && <PhoneHead {...onPhone} />}
        <div className={`flex min-w-0 items-center gap-3 ${onPhone === undefined ? '' : 'max-md:hidden'}`}>
          {crumb !== undefined && <Crumb {...crumb} />}
          <h1 className={`min-w-0 truncate text-title ${isName ? 'font-mono' : ''}`}>{title}</h1>
          {count !== undefined && (
            <span className="max-w-3/5 shrink-0 overflow-hidden text-ink-3 tabular-nums">{count}</span>
          )}
          {views !== undefined && <div className="min-w-0 overflow-x-auto max-md:hidden">{views}</div>}
        </div>
        {actions !== undefined && (
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{actions}</div>
        )}
      </header>
      {views !== undefined && onPhone === undefined && (
        <div className="flex shrink-0 overflow-x-auto border-b border-line px-2 md:hidden">{views}</div>
      )}
      {tools !== undefined && (
        <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-6 py-1 max-md:px-4">
          {tools}
        </div>
      )}
      {/* A part of it that is still on its way leaves the head of the page, and so its title, in place. */}
      <Suspense fallback={<Skeleton />}>{children}</Suspense>
    </div>
  );
}

function PhoneHead({ title, count, backTo }: NonNullable<PageProps['onPhone']>) {
  return (
    <div className="flex items-center gap-2 md:hidden">
      <Link to="." search={withoutOpen} aria-label={backTo} className="-ml-3 grid size-11 place-items-center">
        <ChevronLeft aria-hidden className="size-4" />
      </Link>
      <h1 className="text-title">{title}</h1>
      {count !== undefined && <span className="text-ink-3 tabular-nums">{count}</span>}
    </div>
  );
}

/** The open item stands in the address under one of these names. */
const withoutOpen = (search: object) =>
  ({ ...search, event: undefined, webhook: undefined, version: undefined }) as never;

function Crumb({ name, to }: CrumbTo) {
  return (
    <Link
      to={to}
      className="flex items-center gap-2 text-ink-2 hover:text-ink max-md:-ml-2 max-md:min-h-11 max-md:px-2"
    >
      <ChevronLeft aria-hidden className="size-4 md:hidden" />
      <span className="max-md:sr-only">{name}</span>
      <ChevronRight aria-hidden className="size-3.5 max-md:hidden" />
    </Link>
  );
}

interface ScrollRegionProps {
  /** Said by readers of the screen. */
  label: string;
  className?: string;
  children: ReactNode;
}

/**
 * A scrolling part is a named region that the keyboard reaches. Its content is laid out by its width, and texts for
 * readers of the screen alone scroll with it.
 */
export function ScrollRegion({ label, className = '', children }: ScrollRegionProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      className={`@container relative min-h-0 grow md:overflow-y-auto focus-visible:-outline-offset-2 ${className}`}
    >
      {children}
    </section>
  );
}

/** After a change of page the focus starts at its top, as it would without scripts. */
export function Main({ pathname, children }: { pathname: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    // The page may come while the palette is open already: the keys go on belonging to that.
    if (document.querySelector('[role=dialog][data-open]') === null) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main ref={main} id="content" tabIndex={-1} className="flex min-h-0 min-w-0 grow flex-col bg-surface">
      {children}
    </main>
  );
}
