// SPDX-License-Identifier: Apache-2.0
/** The bar of phones: the pages that people need most, and a sheet with all of them. */
import { Link, useLocation } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useLanguage } from '../language/index.tsx';
import { useCounts } from '../page/counts.ts';
import { NAV_ITEMS } from '../page/nav-items.ts';

const TAB =
  'relative flex grow basis-0 flex-col items-center justify-center gap-1 text-micro text-ink-3 ' +
  'aria-[current]:font-medium aria-[current]:text-ink focus-visible:-outline-offset-2';

export function TabBar({ openMore }: { openMore(): void }) {
  const { shell } = useLanguage().messages;
  const counts = useCounts();
  const { pathname } = useLocation();
  const tabs = NAV_ITEMS.filter(({ isTab }) => isTab);
  const isInTab = tabs.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <nav
      data-tab-bar
      aria-label={shell.navigation}
      className="fixed inset-x-0 bottom-0 z-20 flex h-14 border-t border-line bg-canvas md:hidden"
    >
      {tabs.map(({ to, icon: Icon, name }) => {
        const count = counts[name];
        return (
          <Link key={to} to={to} className={TAB} activeOptions={{ exact: false, includeSearch: false }}>
            <Icon aria-hidden className="size-4" strokeWidth={1.6} />
            {shell.pages[name]}
            {name === 'reviews' && count !== undefined && count.number > 0 && (
              <span
                className="absolute top-1.5 left-1/2 ml-2 rounded-s bg-review-soft px-1 font-semibold
                text-review-ink"
              >
                <span aria-hidden>{count.isMore ? `${count.number}+` : count.number}</span>
                <span className="sr-only">{shell.waiting(count.number)}</span>
              </span>
            )}
          </Link>
        );
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isInTab ? undefined : true}
        onClick={openMore}
        className={TAB}
      >
        <Menu aria-hidden className="size-4" strokeWidth={1.6} />
        {shell.more}
      </button>
    </nav>
  );
}
