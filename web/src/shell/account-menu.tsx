// SPDX-License-Identifier: Apache-2.0
/** Who is signed in, their preferences, and the way out. */
import { Menu } from '@base-ui/react/menu';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  Check,
  ChevronRight,
  CircleUserRound,
  Clock,
  Keyboard,
  Languages,
  LogOut,
  SunMoon,
} from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { helpUrl } from '../help/index.ts';
import { useLanguage } from '../language/index.tsx';
import { LANGUAGES } from '../language/languages.ts';
import { TIMES } from '../language/zone.ts';
import { meQuery } from '../session/me.ts';
import { useSignOut } from '../session/sign-out.ts';
import { THEMES, useTheme } from '../theme/index.tsx';
import { FLOAT, FLOAT_ITEM } from '../ui/float.ts';
import { Key } from '../ui/tag.tsx';

interface AccountMenuProps {
  isOpen: boolean;
  button: RefObject<HTMLButtonElement | null>;
  onClose(): void;
  onKeys(): void;
}

export function AccountMenu({ isOpen, button, onClose, onKeys }: AccountMenuProps) {
  const { language, messages, choose, times, chooseTimes } = useLanguage();
  const { shell } = messages;
  const theme = useTheme();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const { user } = useSuspenseQuery(meQuery).data;
  return (
    <Menu.Root open={isOpen} onOpenChange={(toOpen) => !toOpen && onClose()}>
      {/* A landmark of its own: what floats stands at the end of the document. */}
      <Menu.Portal role="region" aria-label={shell.account}>
        <Menu.Positioner anchor={button} side="top" align="start" sideOffset={4} className="z-40">
          <Menu.Popup aria-label={shell.account} finalFocus={button} className={`${FLOAT} w-60`}>
            <div className="px-2.5 pt-1.5 pb-2">
              <p className="truncate font-semibold">{user.name}</p>
              <p className="truncate text-meta text-ink-3">{user.email}</p>
            </div>
            <Menu.Item className={FLOAT_ITEM} onClick={() => void navigate({ to: '/account', search: {} })}>
              <CircleUserRound aria-hidden className="size-4 text-ink-2" />
              {shell.accountAndSessions}
            </Menu.Item>
            <Preference
              icon={<SunMoon aria-hidden className="size-4 text-ink-2" />}
              name={shell.theme}
              value={theme.theme}
              choices={THEMES.map((value) => ({ value, name: shell.themes[value] }))}
              onChoose={theme.choose}
            />
            <Preference
              icon={<Languages aria-hidden className="size-4 text-ink-2" />}
              name={shell.language}
              value={language}
              choices={LANGUAGES}
              onChoose={choose}
            />
            <Preference
              icon={<Clock aria-hidden className="size-4 text-ink-2" />}
              name={shell.times}
              value={times}
              choices={TIMES.map((value) => ({ value, name: shell.timesOf[value] }))}
              onChoose={chooseTimes}
            />
            <Menu.Item className={FLOAT_ITEM} onClick={onKeys}>
              <Keyboard aria-hidden className="size-4 text-ink-2" />
              <span className="grow">{shell.shortcuts}</span>
              <Key>?</Key>
            </Menu.Item>
            <Menu.Item
              className={FLOAT_ITEM}
              render={<a href={helpUrl('start', language)} target="_blank" rel="noreferrer" />}
            >
              <BookOpen aria-hidden className="size-4 text-ink-2" />
              {shell.documents}
            </Menu.Item>
            <Menu.Separator className="my-1 border-t border-line" />
            <Menu.Item className={FLOAT_ITEM} onClick={signOut.start}>
              <LogOut aria-hidden className="size-4 text-ink-2" />
              {shell.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface PreferenceProps<Value extends string> {
  icon: ReactNode;
  name: string;
  value: Value;
  choices: readonly { value: Value; name: string }[];
  onChoose(value: Value): void;
}

function Preference<Value extends string>({ icon, name, value, choices, onChoose }: PreferenceProps<Value>) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={FLOAT_ITEM}>
        {icon}
        <span className="grow">
          {name}: {choices.find((choice) => choice.value === value)?.name}
        </span>
        <ChevronRight aria-hidden className="size-3.5 text-ink-3" />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} className="z-40">
          <Menu.Popup className={`${FLOAT} min-w-36`}>
            <Menu.RadioGroup value={value} onValueChange={(chosen: Value) => onChoose(chosen)}>
              {choices.map((choice) => (
                <Menu.RadioItem key={choice.value} value={choice.value} closeOnClick className={FLOAT_ITEM}>
                  <span className="grow">{choice.name}</span>
                  <Menu.RadioItemIndicator>
                    <Check aria-hidden className="size-4" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}
