// SPDX-License-Identifier: Apache-2.0
/** The invitations that wait, above the members: few, so that all of them are shown. */
import type { Invitation, InvitationSent } from '@svc/contract';
import { LIST_ITEMS_MAX } from '@svc/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { pagesOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useHasMail } from '../../session/channels.ts';
import { Can } from '../../session/may.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { showToast } from '../../ui/toast.ts';
import { membersWords } from './words.ts';

const LinkOnce = lazy(() => import('./link-once.tsx'));

export function Invitations() {
  const words = useWords(membersWords);
  const titleId = useId();
  const { data } = useInfiniteQuery(pagesOf('listInvitations', {}, LIST_ITEMS_MAX));
  const waiting = data?.pages.flatMap(({ items }) => items) ?? [];
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="shrink-0 border-b border-line bg-sunken">
      <h2 id={titleId} className="px-6 pt-3 pb-1 text-meta font-medium text-ink-3 max-md:px-4">
        {words.invitations} <span className="tabular-nums">{waiting.length}</span>
      </h2>
      <ul className="max-h-52 overflow-y-auto pb-2">
        {waiting.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function Row({ invitation: { id, email, role, invitedBy, sentAt, expiresAt } }: { invitation: Invitation }) {
  const { format, messages } = useLanguage();
  const words = useWords(membersWords);
  const nowMs = useNow();
  const when = format.ago(sentAt, nowMs);
  const by = invitedBy === null ? words.invitedAt(when) : words.invitedBy(invitedBy, when);
  const isOver = Date.parse(expiresAt) <= nowMs;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-1.5 max-md:px-4">
      <Mail aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.6} />
      <span className="min-w-0 grow basis-56 leading-4.5">
        <span className="block truncate font-medium">{email}</span>
        <span className="block text-meta text-ink-3 md:truncate">
          {messages.words.roles[role]}. {by}, {isOver ? words.over : words.expires(format.short(expiresAt))}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Can operation="resendInvitation">
          <Again invitation={{ id, email }} />
        </Can>
        <Can operation="revokeInvitation">
          <DialogButton
            size="small"
            variant="danger-line"
            aria-label={words.revokeOf(email)}
            dialog={(close) => <RevokeDialog invitation={{ id, email }} onClose={close} />}
          >
            {words.revoke}
          </DialogButton>
        </Can>
      </span>
    </li>
  );
}

/** Another link: mailed, or shown this once. */
function Again({ invitation: { id, email } }: { invitation: Pick<Invitation, 'id' | 'email'> }) {
  const { ui } = useLanguage().messages;
  const words = useWords(membersWords);
  const hasMail = useHasMail();
  const [made, setMade] = useState<InvitationSent | null>(null);
  const acting = useAct(
    () => callApi('resendInvitation', { params: { id } }),
    ['listInvitations'],
    (answer) => (answer.link === null ? showToast({ title: words.resent }) : setMade(answer)),
  );
  return (
    <>
      <Button
        size="small"
        aria-label={hasMail ? words.resendTo(email) : words.newLinkFor(email)}
        aria-disabled={acting.isPending}
        onClick={() => !acting.isPending && acting.mutate(undefined)}
      >
        {acting.isPending ? ui.working : hasMail ? words.resend : words.newLink}
      </Button>
      {acting.error !== null && !acting.isPending && (
        <div className="basis-full">
          <FailureNotice failure={failureOf(acting.error)} />
        </div>
      )}
      {made !== null && made.link !== null && (
        <Suspense>
          <LinkOnce invitation={made} link={made.link} onStored={() => setMade(null)} />
        </Suspense>
      )}
    </>
  );
}

function RevokeDialog({
  invitation: { id, email },
  onClose,
}: {
  invitation: Pick<Invitation, 'id' | 'email'>;
  onClose(): void;
}) {
  const words = useWords(membersWords);
  return (
    <ConfirmDialog
      title={words.revokeTitle(email)}
      text={words.revokeText}
      act={words.confirmRevoke}
      by={{ holding: email }}
      onConfirm={() => callApi('revokeInvitation', { params: { id } })}
      reads={['listInvitations']}
      done={words.revoked}
      onDone={() => document.getElementById('content')?.focus()}
      onClose={onClose}
    />
  );
}
