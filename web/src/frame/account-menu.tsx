/** Who is signed in, the preferences, and the way out. The browser's own popover closes on Escape and outside. */
import type { Me } from '@svc/contract';
import { ChevronDown, LogOut } from 'lucide-react';
import { useLanguage } from '../language/index.tsx';
import { useSignOut } from '../session/sign-out.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { Preferences } from './preferences.tsx';

const PANEL_ID = 'account';

export function AccountMenu({ me }: { me: Me }) {
  const { messages } = useLanguage();
  return (
    <>
      <button
        type="button"
        popoverTarget={PANEL_ID}
        aria-label={`${messages.frame.account}: ${me.user.name}`}
        className="flex h-10 items-center gap-2 rounded-lg px-1.5 hover:bg-neutral-soft"
      >
        <span
          aria-hidden
          className="grid size-8 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
        >
          {initialsOf(me.user.name)}
        </span>
        <ChevronDown aria-hidden className="size-4 text-muted" />
      </button>
      <AccountPanel me={me} />
    </>
  );
}

function AccountPanel({ me }: { me: Me }) {
  const { messages } = useLanguage();
  const signOut = useSignOut();
  return (
    <section
      id={PANEL_ID}
      popover="auto"
      aria-label={messages.frame.account}
      className="account-panel w-72 rounded-xl border border-line bg-surface p-4 text-ink shadow-raised"
    >
      <div className="flex flex-col gap-4">
        <div>
          <p className="font-semibold">{me.user.name}</p>
          <p className="text-sm text-muted">{me.user.email}</p>
          <p className="mt-1 text-sm text-muted">
            {me.organization.name} · {messages.words.roles[me.organization.role]}
          </p>
        </div>
        <Preferences />
        {signOut.failure !== null && <FailureNotice failure={signOut.failure} />}
        <Button onClick={signOut.start} disabled={signOut.isWorking}>
          <LogOut aria-hidden className="size-4" />
          {messages.frame.signOut}
        </Button>
      </div>
    </section>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}
