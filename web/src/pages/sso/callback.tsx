// SPDX-License-Identifier: Apache-2.0
/** The browser comes back from the directory: its answer is handed on once, however often the page is drawn. */
import { useMutation } from '@tanstack/react-query';
import { Link, useLoaderData, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { ENTRY_LINK } from '../../entry/entry-link.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useWords } from '../../language/word-set.ts';
import { type DirectoryAnswer, takeReturn } from '../../session/directory.ts';
import { useEntering } from '../../session/entering.ts';
import { GoOn } from './go-on.tsx';
import { SsoRefusalNotice } from './refusal.tsx';
import { ssoWords } from './words.ts';

export function SsoCallbackPage() {
  const words = useWords(ssoWords);
  const { organizationId } = useParams({ from: '/sso/$organizationId/callback' });
  const answer = useLoaderData({ from: '/sso/$organizationId/callback' });
  const { begin, go } = useEntering();
  const finishing = useMutation({
    mutationFn: () => finishOnce(organizationId, answer),
    async onSuccess() {
      await begin();
      go(takeReturn());
    },
  });
  const { mutate } = finishing;
  useEffect(() => mutate(), [mutate]);
  if (finishing.error === null) {
    return (
      <EntryPage title={words.title} heading={words.heading}>
        <p role="status">{words.finishing}</p>
      </EntryPage>
    );
  }
  return (
    <EntryPage title={words.title} heading={words.heading}>
      <SsoRefusalNotice failure={failureOf(finishing.error)} />
      <GoOn organizationId={organizationId}>{words.again}</GoOn>
      <p>
        <Link to="/sign-in" search={{}} className={ENTRY_LINK}>
          {words.otherWay}
        </Link>
      </p>
    </EntryPage>
  );
}

let finishing: Promise<unknown> | null = null;

/** An answer counts once: a page that is drawn anew waits for the same call. */
function finishOnce(organizationId: string, answer: DirectoryAnswer): Promise<unknown> {
  finishing ??= callApi('finishSso', { body: { organizationId, ...answer } });
  return finishing;
}
