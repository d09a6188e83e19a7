// SPDX-License-Identifier: Apache-2.0
/**
 * Opened from a chat: makes its user the signed-in person. Opening decides nothing, since anybody can send a link: the
 * person confirms that they pressed in the chat themselves.
 */
import type { ChatLinkPreview } from '@svc/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { readAgain } from '../../api/read-again.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useLinkToken } from '../../entry/link-token.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { isSignedIn } from '../../session/signed-in.ts';
import { Answered } from '../../ui/answered.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { chatLinkWords } from './words.ts';

export default function ChatLinkPage() {
  const words = useWords(chatLinkWords);
  const inAddress = useLinkToken();
  const [token] = useState(() => inAddress ?? heldToken());
  const queries = useQueryClient();
  const presence = useQuery({ queryKey: ['chat-link-presence'], queryFn: () => isSignedIn(queries), gcTime: 0 });
  const preview = useQuery({
    queryKey: ['readChatLink', token],
    queryFn: () => callApi('readChatLink', { body: { token: token ?? '' } }),
    enabled: token !== null && presence.data === true,
    // A new one may have been asked for since, and the secret is not to be kept.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const linking = useMutation({
    mutationFn: (given: string) => callApi('confirmChatLink', { body: { token: given } }),
    onSuccess: () => readAgain(queries, { queryKey: ['listChatLinks'] }),
  });
  const failure = linking.error === null || linking.isPending ? null : failureOf(linking.error);
  const unread = preview.error === null ? null : failureOf(preview.error);
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
  if (token === null || isOver(failure) || isOver(unread)) {
    return (
      <EntryPage title={words.title} heading={words.overHeading} lead={words.overLead}>
        <ToTheLinks />
      </EntryPage>
    );
  }
  if (presence.data === false || [failure, unread].some((one) => one?.kind === 'signed-out'))
    return <SignInFirst token={token} />;
  const unknown = presence.error === null ? failure : failureOf(presence.error);
  return (
    <EntryPage title={words.title} heading={words.heading} lead={words.lead}>
      <Answered query={preview} skeleton={<Skeleton rows={4} />}>
        {(facts) => <Facts preview={facts} />}
      </Answered>
      <Notice tone="information" what={words.warning} remedy={words.warningRemedy} />
      {unknown !== null && <FailureNotice failure={unknown} />}
      <Button
        variant="solid"
        size="large"
        aria-disabled={linking.isPending || preview.data === undefined}
        onClick={() => preview.data !== undefined && !linking.isPending && linking.mutate(token)}
      >
        {linking.isPending ? words.confirming : words.confirm}
      </Button>
    </EntryPage>
  );
}

/** The names come from the chat, where anybody may take any: each is isolated, and stands beside the id that counts. */
function Facts({ preview }: { preview: ChatLinkPreview }) {
  const { messages } = useLanguage();
  const { facts: words, namesNote } = useWords(chatLinkWords);
  const { chatUser, chatUserName, chatTeam, chatTeamName, organization, integration, person } = preview;
  const facts = [
    { term: words.user, name: chatUserName, more: chatUser, isId: true },
    { term: words.team, name: chatTeamName, more: chatTeam, isId: true },
    { term: words.organization, name: organization.name, more: words.through(integration.name), isId: false },
    {
      term: words.person,
      name: person.name,
      more: `${person.email}, ${messages.words.roles[person.role]}`,
      isId: false,
    },
  ];
  return (
    <div className="flex flex-col gap-3">
      <dl className="border-t border-line">
        {facts.map(({ term, name, more, isId }) => (
          <div key={term} className="border-b border-line py-2">
            <dt className="text-meta text-ink-3">{term}</dt>
            <dd className="break-words">
              {name !== null && <bdi className="mr-2 font-semibold">{name}</bdi>}
              <bdi className={`text-ink-2 ${isId ? 'font-mono' : ''}`}>{more}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-meta text-ink-3">{namesNote}</p>
    </div>
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
