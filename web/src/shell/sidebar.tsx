/** The sidebar: organization, search, live or sandbox, the places in their groups, the chain, the person. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis, Link2, Search } from 'lucide-react';
import type { Ref } from 'react';
import { readOf } from '../api/reading.ts';
import { useLanguage } from '../language/index.tsx';
import { meQuery } from '../session/me.ts';
import { useNow } from '../ui/moment.tsx';
import { Key } from '../ui/tag.tsx';
import { useCounts } from './counts.ts';
import { EnvironmentSegment } from './environment-segment.tsx';
import type { Overlay } from './overlay.ts';
import { PlaceLink } from './place-link.tsx';
import { groupedPlaces, PLACES, type Place } from './places.ts';
import { useShortcut } from './shortcuts.ts';

interface SidebarProps {
  open: Overlay | null;
  openOverlay(overlay: Overlay): void;
  accountButton: Ref<HTMLButtonElement>;
}

export function Sidebar({ open, openOverlay, accountButton }: SidebarProps) {
  return (
    <aside className="flex min-h-0 flex-col border-r border-line bg-canvas max-md:hidden">
      <OrganizationHead />
      <div className="flex flex-col gap-2 px-3 pb-3">
        <SearchButton onClick={() => openOverlay('palette')} />
        <EnvironmentSegment />
      </div>
      <Places />
      <div className="shrink-0 border-t border-line p-2">
        <ChainLine />
        <Person ref={accountButton} isOpen={open === 'account'} onClick={() => openOverlay('account')} />
      </div>
    </aside>
  );
}

function OrganizationHead() {
  const { language } = useLanguage();
  const { organization } = useSuspenseQuery(meQuery).data;
  const { data } = useQuery({ ...readOf('readOrganization'), staleTime: Number.POSITIVE_INFINITY });
  return (
    <div className="flex h-15 shrink-0 items-center gap-2.5 px-4">
      <span
        aria-hidden
        className="grid size-6 place-items-center rounded-m bg-solid text-meta font-semibold text-on-solid"
      >
        {[...organization.name][0]?.toLocaleUpperCase(language)}
      </span>
      <span className="min-w-0 leading-4.5">
        <span className="block truncate font-semibold" title={organization.name}>
          {organization.name}
        </span>
        <span className="block h-4 text-meta text-ink-3">{data === undefined ? '' : capitalized(data.plan)}</span>
      </span>
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

function Places() {
  const { shell } = useLanguage().messages;
  const counts = useCounts();
  return (
    <nav aria-label={shell.navigation} className="flex min-h-0 grow flex-col gap-3 overflow-y-auto px-2 pb-2">
      {groupedPlaces().map(({ group, places }) => (
        <div key={group}>
          {group !== null && <h2 className="px-2 pb-1 text-meta font-medium text-ink-3">{shell.groups[group]}</h2>}
          <ul>
            {places.map((place) => (
              <PlaceLink key={place.to} place={place} count={counts[place.name]} />
            ))}
          </ul>
        </div>
      ))}
      {PLACES.map(
        (place) => place.key !== undefined && <PlaceShortcut key={place.to} to={place.to} letter={place.key} />,
      )}
    </nav>
  );
}

function PlaceShortcut({ to, letter }: { to: Place['to']; letter: string }) {
  const navigate = useNavigate();
  useShortcut(`g ${letter}`, () => void navigate({ to }));
  return null;
}

/** The last entry and, after a check of the chain on this page, the result. */
function ChainLine() {
  const { messages, format } = useLanguage();
  const { data } = useQuery({ ...readOf('listAudit', { query: { limit: '1' } }), refetchInterval: CHAIN_EVERY_MS });
  const check = useQuery({ ...readOf('verifyAudit'), enabled: false });
  const nowMs = useNow(CHAIN_EVERY_MS);
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

const CHAIN_EVERY_MS = 60_000;

function Person({ isOpen, onClick, ref }: { isOpen: boolean; onClick(): void; ref: Ref<HTMLButtonElement> }) {
  const { messages } = useLanguage();
  const { user, organization } = useSuspenseQuery(meQuery).data;
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-label={`${messages.shell.account}: ${user.name}`}
      onClick={onClick}
      className="flex h-11 w-full items-center gap-2.5 rounded-m px-2 text-left transition-colors hover:bg-hover
        aria-expanded:bg-selected"
    >
      <Initials name={user.name} />
      <span className="min-w-0 grow leading-4.5">
        <span className="block truncate font-semibold">{user.name}</span>
        <span className="block text-meta text-ink-3">{messages.words.roles[organization.role]}</span>
      </span>
      <Ellipsis aria-hidden className="size-4 text-ink-2" />
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
