// SPDX-License-Identifier: Apache-2.0
/**
 * Search or jump: what waits, the last places, the pages, and the lists searched for what was typed. A pasted id or
 * hash leads to its event or audit entry. The library's own filter is off: the groups keep their order, and each says
 * itself what matches.
 */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, CircleUserRound, CornerDownRight, FileDown, History, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Countdown } from '../decision/countdown.tsx';
import { OutcomeGlyph } from '../decision/glyph.tsx';
import { Risk } from '../decision/risk.tsx';
import { ShortAct } from '../decision/sentence.tsx';
import { helpUrl } from '../help/index.ts';
import { contains } from '../language/contains.ts';
import { useLanguage } from '../language/index.tsx';
import { useWaitingReviews } from '../page/counts.ts';
import { NAV_ITEMS } from '../page/nav-items.ts';
import { FLOAT_ITEM } from '../ui/float.ts';
import { Key } from '../ui/tag.tsx';
import { useLastPlaces } from './last-places.ts';
import type { Hit, HitGroup } from './palette-hits.ts';
import { useRecordHits } from './palette-records.tsx';

const WAITING_MAX = 5;
const HASH_SHOWN = 12;
/** An entry of the audit log, as each proof names it. */
const HASH = /^[0-9a-f]{64}$/i;
const EVENT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const itemText = ({ id }: Hit) => id;

export function Palette({ onClose }: { onClose(): void }) {
  const { shell } = useLanguage().messages;
  const { palette } = shell;
  const [typed, setTyped] = useState('');
  const groups = useHits(typed.trim());
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          aria-label={palette.title}
          className="fixed top-[14vh] left-1/2 z-30 flex max-h-[70vh] w-[min(37.5rem,calc(100vw-2rem))]
            -translate-x-1/2 animate-dialog-in flex-col overflow-hidden rounded-l bg-raised text-body text-ink
            shadow-dialog max-md:top-4"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            autoHighlight="always"
            filter={null}
            items={groups}
            itemToStringValue={itemText}
            value={typed}
            onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
          >
            <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-4 text-ink-3" strokeWidth={1.6} />
              <Autocomplete.Input
                aria-label={palette.title}
                placeholder={palette.placeholder}
                className="h-full min-w-0 grow bg-transparent text-lead outline-none placeholder:text-ink-3
                  max-md:text-field"
              />
              <Key>Esc</Key>
            </div>
            <Autocomplete.Empty className="px-4 text-ink-3 not-empty:py-6">{palette.none}</Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 overflow-y-auto p-1.5 empty:p-0">
              {(group: HitGroup) => <Group key={group.name} group={group} onGo={onClose} />}
            </Autocomplete.List>
          </Autocomplete.Root>
          <div
            className="flex h-9 shrink-0 items-center gap-2 border-t border-line bg-sunken px-4 text-micro
            text-ink-2 max-md:hidden"
          >
            <Key>↑ ↓</Key> {palette.move}
            <Key className="ml-2">Enter</Key> {palette.go}
            <span className="ml-auto">{palette.hint}</span>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Group({ group, onGo }: { group: HitGroup; onGo(): void }) {
  return (
    <Autocomplete.Group items={group.items} className="pb-1">
      <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-meta font-medium text-ink-3">
        {group.name}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(hit: Hit) => (
          <Autocomplete.Item
            key={hit.id}
            value={hit}
            className={`${FLOAT_ITEM} min-h-9 data-highlighted:bg-selected`}
            onClick={() => {
              onGo();
              hit.go();
            }}
          >
            <span aria-hidden className="text-ink-2">
              {hit.icon}
            </span>
            <span className="min-w-0 grow truncate">{hit.name}</span>
            {hit.about}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

/** Groups in their order; one without hits is left out. */
function useHits(typed: string): HitGroup[] {
  const { language, messages } = useLanguage();
  const { shell } = messages;
  const { palette } = shell;
  const waiting = useWaitingHits(typed);
  const records = useRecordHits(typed);
  const pasted = usePastedHits(typed);
  const last = useLastHits();
  const navigate = useNavigate();
  return useMemo(() => {
    const own = [
      {
        id: '/account',
        Icon: CircleUserRound,
        name: shell.accountAndSessions,
        go: () => navigate({ to: '/account', search: {} }),
      },
      {
        id: '/account?part=data',
        Icon: FileDown,
        name: shell.yourData,
        go: () => navigate({ to: '/account', search: { part: 'data' } }),
      },
      {
        id: '/docs',
        Icon: BookOpen,
        name: shell.documents,
        go: () => window.open(helpUrl('start', language), '_blank', 'noreferrer'),
      },
    ].flatMap(({ Icon, go, ...hit }) =>
      contains(hit.name, typed)
        ? [{ ...hit, icon: <Icon className="size-4" strokeWidth={1.6} />, go: () => void go() }]
        : [],
    );
    const pages = NAV_ITEMS.filter(({ name }) => contains(shell.pages[name], typed)).map(
      ({ name, to, icon: Icon }) => ({
        id: to,
        icon: <Icon className="size-4" strokeWidth={1.6} />,
        name: shell.pages[name],
        go: () => void navigate({ to }),
      }),
    );
    const search =
      typed === ''
        ? []
        : SEARCHED.map(({ name, to, icon: Icon }) => ({
            id: `${to}?q`,
            icon: <Icon className="size-4" strokeWidth={1.6} />,
            name: palette.with(shell.pages[name], typed),
            go: () => void navigate({ to, search: { q: typed } }),
          }));
    return [
      { name: palette.waiting, items: waiting },
      { name: palette.last, items: typed === '' ? last : [] },
      { name: palette.search, items: pasted },
      ...records,
      { name: palette.pages, items: [...pages, ...own] },
      { name: palette.search, items: pasted.length > 0 ? [] : search },
    ].filter(({ items }) => items.length > 0);
  }, [typed, waiting, last, pasted, records, shell, palette, navigate, language]);
}

/** An id or a hash leads straight to its event or entry. */
function usePastedHits(typed: string): Hit[] {
  const { palette } = useLanguage().messages.shell;
  const navigate = useNavigate();
  return useMemo(() => {
    const icon = <CornerDownRight className="size-4" strokeWidth={1.6} />;
    if (EVENT_ID.test(typed)) {
      const go = () => void navigate({ to: '/events/$eventId', params: { eventId: typed } });
      return [{ id: 'event', icon, name: palette.openEvent(typed), go }];
    }
    if (!HASH.test(typed)) return [];
    const go = () => void navigate({ to: '/audit', search: { q: typed.toLowerCase() } });
    return [{ id: 'entry', icon, name: palette.openEntry(typed.slice(0, HASH_SHOWN)), go }];
  }, [typed, navigate, palette]);
}

/** They are read once, when the palette opens. */
function useLastHits(): Hit[] {
  const places = useLastPlaces();
  const navigate = useNavigate();
  const [hits] = useState(() =>
    places.map(({ pathname, title }) => ({
      id: `last ${pathname}`,
      icon: <History className="size-4" strokeWidth={1.6} />,
      name: title,
      go: () => void navigate({ to: pathname }),
    })),
  );
  return hits;
}

/** Lists that can be searched for what was typed. */
const SEARCHED = NAV_ITEMS.flatMap((item) =>
  item.to === '/events' || item.to === '/gateway-calls' || item.to === '/audit' ? [{ ...item, to: item.to }] : [],
);

function useWaitingHits(typed: string): Hit[] {
  const { items } = useWaitingReviews();
  const navigate = useNavigate();
  return useMemo(
    () =>
      (items ?? [])
        .filter(({ event }) => contains(`${event.agent.name} ${event.resource.name}`, typed))
        .slice(0, WAITING_MAX)
        .map(({ event, createdAt, expiresAt }) => ({
          id: event.id,
          icon: <OutcomeGlyph outcome="waiting" className="size-4" />,
          name: (
            <>
              <span className="font-mono font-medium">{event.agent.name}</span>: <ShortAct event={event} />
            </>
          ),
          about: (
            <>
              <span className="shrink-0 text-meta max-md:hidden">
                <Countdown from={createdAt} until={expiresAt} />
              </span>
              <Risk level={event.riskLevel} score={event.riskScore} />
            </>
          ),
          go: () => void navigate({ to: '/reviews', search: { event: event.id } }),
        })),
    [items, typed, navigate],
  );
}
