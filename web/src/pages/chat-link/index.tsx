/**
 * Opened from a chat: makes its user the signed-in person. Opening decides nothing, since anybody can send a link: the
 * person confirms that they pressed in the chat themselves.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useLinkToken } from '../../entry/link-token.ts';
import { useWords } from '../../language/word-set.ts';
import { isSignedIn } from '../../session/signed-in.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { chatLinkWords } from './words.ts';

export default function ChatLinkPage() {
  const words = useWords(chatLinkWords);
  const inAddress = useLinkToken();
  const [token] = useState(() => inAddress ?? heldToken());
  const queries = useQueryClient();
  const presence = useQuery({ queryKey: ['chat-link-presence'], queryFn: () => isSignedIn(queries), gcTime: 0 });
  const linking = useMutation({
    mutationFn: (given: string) => callApi('confirmChatLink', { body: { token: given } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listChatLinks'] }),
  });
  const failure = linking.error === null || linking.isPending ? null : failureOf(linking.error);
  if (linking.data !== undefined) {
    const { chatUser, chatTeam, integration, organization } = linking.data;
    return (
      <EntryPage
        title={words.title}
        heading={words.doneHeading}
        lead={words.done(chatUser, chatTeam, integration.name, organization.name)}
      >
        <ToTheLinks />
      </EntryPage>
    );
  }
  if (token === null || isOver(failure)) {
    return (
      <EntryPage title={words.title} heading={words.overHeading} lead={words.overLead}>
        <ToTheLinks />
      </EntryPage>
    );
  }
  if (presence.data === false || failure?.kind === 'signed-out') return <SignInFirst token={token} />;
  const unknown = presence.error === null ? failure : failureOf(presence.error);
  return (
    <EntryPage title={words.title} heading={words.heading} lead={words.lead}>
      <Notice tone="information" what={words.warning} remedy={words.warningRemedy} />
      {unknown !== null && <FailureNotice failure={unknown} />}
      <Button
        variant="solid"
        size="large"
        aria-disabled={linking.isPending || presence.data !== true}
        onClick={() => presence.data === true && !linking.isPending && linking.mutate(token)}
      >
        {linking.isPending ? words.confirming : words.confirm}
      </Button>
    </EntryPage>
  );
}

const isOver = (failure: Failure | null) =>
  failure?.kind === 'refused' && (failure.status === 400 || failure.status === 404);

const HELD_AS = 'svc.chat-link';

/** Kept by this tab over the sign-in, and taken out once. It stands in no address, which servers log. */
function heldToken(): string | null {
  const held = sessionStorage.getItem(HELD_AS);
  sessionStorage.removeItem(HELD_AS);
  return held;
}

function SignInFirst({ token }: { token: string }) {
  const words = useWords(chatLinkWords);
  return (
    <EntryPage title={words.title} heading={words.heading} lead={words.signInFirst}>
      <Link
        to="/sign-in"
        search={{ returnTo: '/app/chat-link' }}
        className={buttonClass('solid', 'large')}
        onClick={() => sessionStorage.setItem(HELD_AS, token)}
      >
        {words.signIn}
      </Link>
    </EntryPage>
  );
}

function ToTheLinks() {
  const words = useWords(chatLinkWords);
  return (
    <Link to="/account" search={{ part: 'chats' }} className={buttonClass('solid', 'large')}>
      {words.links}
    </Link>
  );
}
