// SPDX-License-Identifier: Apache-2.0
/** On phones: every page, live or sandbox, the preferences, and the way out. */
import { Dialog } from '@base-ui/react/dialog';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, CircleUserRound, LogOut, X } from 'lucide-react';
import { helpUrl } from '../help/index.ts';
import { useLanguage } from '../language/index.tsx';
import { LANGUAGES } from '../language/languages.ts';
import { useCounts } from '../page/counts.ts';
import { useGuide } from '../page/guide.ts';
import { groupedNavItems } from '../page/nav-items.ts';
import { meQuery } from '../session/me.ts';
import { useSignOut } from '../session/sign-out.ts';
import { THEMES, useTheme } from '../theme/index.tsx';
import { Button, buttonClass, IconButton } from '../ui/button.tsx';
import { Segment } from '../ui/segment.tsx';
import { EnvironmentSegment } from './environment-segment.tsx';
import { NavItemLink } from './nav-item-link.tsx';

export function MoreSheet({ onClose }: { onClose(): void }) {
  const { language, messages, choose } = useLanguage();
  const { shell, ui, words } = messages;
  const { theme, choose: chooseTheme } = useTheme();
  const { user, organization } = useSuspenseQuery(meQuery).data;
  const signOut = useSignOut();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          className="fixed inset-x-0 bottom-0 z-30 flex max-h-[90dvh] animate-dialog-in flex-col gap-3
          overflow-y-auto rounded-t-l bg-raised p-4 text-ink shadow-dialog"
        >
          <div className="flex items-center justify-between gap-3">
            <div className="min-w-0">
              <Dialog.Title className="truncate text-title">{organization.name}</Dialog.Title>
              <p className="truncate text-meta text-ink-3">
                {user.name}, {words.roles[organization.role]}
              </p>
            </div>
            <Dialog.Close render={<IconButton label={ui.close} />}>
              <X aria-hidden className="size-4" />
            </Dialog.Close>
          </div>
          <EnvironmentSegment />
          <NavItemsOfSheet onGo={onClose} />
          <Link to="/account" search={{}} onClick={onClose} className={buttonClass()}>
            <CircleUserRound aria-hidden className="size-4" />
            {shell.accountAndSessions}
          </Link>
          <a href={helpUrl('start', language)} target="_blank" rel="noreferrer" className={buttonClass()}>
            <BookOpen aria-hidden className="size-4" />
            {shell.documents}
          </a>
          <Segment
            label={shell.theme}
            value={theme}
            choices={THEMES.map((value) => ({ value, name: shell.themes[value] }))}
            onChoose={chooseTheme}
          />
          <Segment label={shell.language} value={language} choices={LANGUAGES} onChoose={choose} />
          <Button onClick={signOut.start} disabled={signOut.isWorking}>
            <LogOut aria-hidden className="size-4" />
            {shell.signOut}
          </Button>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function NavItemsOfSheet({ onGo }: { onGo(): void }) {
  const { shell } = useLanguage().messages;
  const counts = useCounts();
  const guide = useGuide();
  return (
    <nav aria-label={shell.navigation} className="flex flex-col gap-2">
      {groupedNavItems().map(({ group, items }) => (
        <div key={group}>
          {group !== null && <h3 className="px-2 text-meta font-medium text-ink-3">{shell.groups[group]}</h3>}
          <ul>
            {items
              .filter(({ isGuide }) => isGuide !== true || guide !== null)
              .map((item) => (
                <NavItemLink key={item.to} item={item} count={counts[item.name]} guide={guide} onGo={onGo} />
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
