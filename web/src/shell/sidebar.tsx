// SPDX-License-Identifier: Apache-2.0
/** The sidebar: organization, search, live or sandbox, the pages in their groups, the chain, the person. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Link2, Search } from 'lucide-react';
import { type Ref, useEffect, useRef } from 'react';
import { organizationQuery } from '../api/organization.ts';
import { readOf } from '../api/reading.ts';
import { useLanguage } from '../language/index.tsx';
import { useCounts } from '../page/counts.ts';
import { useGuide } from '../page/guide.ts';
import { groupedNavItems, NAV_ITEMS, type NavItem } from '../page/nav-items.ts';
import { meQuery } from '../session/me.ts';
import { useShortcut } from '../ui/shortcuts.ts';
import { Key } from '../ui/tag.tsx';
import { useNow } from '../ui/timestamp.tsx';
import { EnvironmentSegment } from './environment-segment.tsx';
import { NavItemLink } from './nav-item-link.tsx';
import { OrganizationMark } from './organization-mark.tsx';
import type { Overlay } from './overlay.ts';

interface SidebarProps {
  open: Overlay | null;
  openOverlay(overlay: Overlay): void;
  accountButton: Ref<HTMLButtonElement>;
  organizationButton: Ref<HTMLButtonElement>;
}

export function Sidebar({ open, openOverlay, accountButton, organizationButton }: SidebarProps) {
  return (
    <aside className="flex min-h-0 flex-col border-r border-line bg-canvas max-md:hidden">
      <OrganizationHead
        ref={organizationButton}
        isOpen={open === 'organizations'}
        onClick={() => openOverlay('organizations')}
      />
      <div className="flex flex-col gap-2 px-3 pb-3">
        <SearchButton onClick={() => openOverlay('palette')} />
        <EnvironmentSegment />
      </div>
      <NavItems />
      <div className="shrink-0 border-t border-line p-2">
        <ChainLine />
        <Person ref={accountButton} isOpen={open === 'account'} onClick={() => openOverlay('account')} />
      </div>
    </aside>
  );
}

interface MenuButtonProps {
  isOpen: boolean;
  onClick(): void;
  ref: Ref<HTMLButtonElement>;
}

function OrganizationHead({ isOpen, onClick, ref }: MenuButtonProps) {
  const { shell } = useLanguage().messages;
  const { organization } = useSuspenseQuery(meQuery).data;
  const { data } = useQuery(organizationQuery);
  return (
    <div className="shrink-0 p-2">
      <button
        ref={ref}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={onClick}
        className="flex h-11 w-full items-center gap-2.5 rounded-m px-2 text-left transition-colors hover:bg-hover
          aria-expanded:bg-selected"
      >
        <OrganizationMark name={organization.name} />
        <span className="sr-only">{shell.organizations.switch}:</span>
        <span className="min-w-0 grow leading-4.5">
          <span className="block truncate font-semibold" title={organization.name}>
            {organization.name}
          </span>
          <span className="block h-4 text-meta text-ink-3">{data === undefined ? '' : capitalized(data.plan)}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 text-ink-2" />
      </button>
    </div>
  );
}

/** Plans are names, the same in every language. */
const capitalized = (plan: string) => plan.charAt(0) + plan.slice(1).toLowerCase();

function SearchButton({ onClick }: { onClick(): void }) {
  const { shell } = useLanguage().messages;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts="Control+K"
      className="flex h-8 items-center gap-2 rounded-m border border-line-strong bg-surface px-2.5 text-ink-2
        transition-colors hover:border-edge"
    >
      <Search aria-hidden className="size-4" strokeWidth={1.6} />
      <span className="grow truncate text-left">{shell.search}</span>
      <Key>Ctrl</Key>
      <Key>K</Key>
    </button>
  );
}

function NavItems() {
  const { shell } = useLanguage().messages;
  const counts = useCounts();
  const guide = useGuide();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first steps come later, and move the others down
  useEffect(() => showCurrent(nav.current), [guide === null]);
  return (
    <nav ref={nav} aria-label={shell.navigation} className="flex min-h-0 grow flex-col gap-2 overflow-y-auto px-2 pb-2">
      {groupedNavItems().map(({ group, items }) => (
        <div key={group}>
          {group !== null && <h2 className="px-2 pb-0.5 text-micro font-medium text-ink-3">{shell.groups[group]}</h2>}
          <ul>
            {items
              .filter(({ isGuide }) => isGuide !== true || guide !== null)
              .map((item) => (
                <NavItemLink key={item.to} item={item} count={counts[item.name]} guide={guide} />
              ))}
          </ul>
        </div>
      ))}
      {NAV_ITEMS.map(
        (item) => item.key !== undefined && <NavItemShortcut key={item.to} to={item.to} letter={item.key} />,
      )}
    </nav>
  );
}

/** `scrollIntoView` would make the next Tab start from there instead of at the beginning of the page. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (nav === null || current === undefined) return;
  nav.scrollTop += Math.max(0, current.bottom - nav.getBoundingClientRect().bottom);
}

function NavItemShortcut({ to, letter }: { to: NavItem['to']; letter: string }) {
  const navigate = useNavigate();
  useShortcut(`g ${letter}`, () => void navigate({ to }));
  return null;
}

/** The last entry and, after a check of the chain on this page, the result. */
function ChainLine() {
  const { messages, format } = useLanguage();
  const { data } = useQuery(readOf('listAudit', { query: { limit: '1' } }));
  const check = useQuery({ ...readOf('verifyAudit'), enabled: false });
  const nowMs = useNow(MINUTE_MS);
  const last = data?.items[0];
  if (last === undefined) return null;
  const checkedAt = check.data?.verdict === 'VALID' ? new Date(check.dataUpdatedAt).toISOString() : null;
  return (
    <Link
      to="/audit"
      className="flex h-7 items-center gap-2.5 rounded-m px-2 text-meta text-ink-3 transition-colors hover:bg-hover
        hover:text-ink"
    >
      <Link2 aria-hidden className={`size-4 ${checkedAt === null ? '' : 'text-allow-fill'}`} />
      <span className="grow">
        {checkedAt === null ? messages.shell.lastEntry(format.number(last.seq)) : messages.shell.chainIntact}
      </span>
      <span className="tabular-nums">{format.recent(checkedAt ?? last.at, nowMs)}</span>
    </Link>
  );
}

const MINUTE_MS = 60_000;

function Person({ isOpen, onClick, ref }: MenuButtonProps) {
  const { messages } = useLanguage();
  const { user, organization } = useSuspenseQuery(meQuery).data;
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={onClick}
      className="flex h-11 w-full items-center gap-2.5 rounded-m px-2 text-left transition-colors hover:bg-hover
        aria-expanded:bg-selected"
    >
      <Initials name={user.name} />
      <span className="sr-only">{messages.shell.account}:</span>
      <span className="min-w-0 grow leading-4.5">
        <span className="block truncate font-semibold">{user.name}</span>
        <span className="block text-meta text-ink-3">{messages.words.roles[organization.role]}</span>
      </span>
      <ChevronsUpDown aria-hidden className="size-4 text-ink-2" />
    </button>
  );
}

function Initials({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong bg-surface
        text-micro font-semibold"
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}
