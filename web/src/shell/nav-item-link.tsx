// SPDX-License-Identifier: Apache-2.0
/** An item of the sidebar or of the sheet of phones: icon, word, count. */
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/index.tsx';
import type { Count } from '../page/counts.ts';
import type { Guide } from '../page/guide.ts';
import type { NavItem } from '../page/nav-items.ts';

const ROW =
  'flex h-7 items-center gap-2.5 rounded-m px-2 text-ink-2 transition-colors hover:bg-hover hover:text-ink ' +
  'max-md:h-11 ' +
  'aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-ink';

interface NavItemLinkProps {
  item: NavItem;
  count?: Count | undefined;
  guide?: Guide | null;
  onGo?: () => void;
}

export function NavItemLink({ item, count, guide = null, onGo }: NavItemLinkProps) {
  const { shell } = useLanguage().messages;
  const { icon: Icon } = item;
  return (
    <li>
      <Link
        to={item.to}
        className={ROW}
        activeOptions={{ exact: false, includeSearch: false }}
        {...(onGo !== undefined && { onClick: onGo })}
      >
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.6} />
        <span className="grow truncate">{shell.pages[item.name]}</span>
        {item.isGuide === true && guide !== null && (
          <span className="text-meta text-ink-3 tabular-nums">{shell.steps(guide.done, guide.of)}</span>
        )}
        <CountOf item={item} count={count} />
      </Link>
    </li>
  );
}

function CountOf({ item, count }: { item: NavItem; count?: Count | undefined }) {
  const { shell } = useLanguage().messages;
  if (count === undefined || count.number === 0) return null;
  const isReviews = item.name === 'reviews';
  const said = isReviews ? shell.waiting(count.number) : shell.open(count.number);
  return (
    <span className={`text-meta tabular-nums ${isReviews ? 'font-semibold text-review-ink' : 'text-ink-3'}`}>
      <span aria-hidden>{count.isMore ? `${count.number}+` : count.number}</span>
      <span className="sr-only">{said}</span>
    </span>
  );
}
