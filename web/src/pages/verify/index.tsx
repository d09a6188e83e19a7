// SPDX-License-Identifier: Apache-2.0
/** Opened from a mail: proves that the address is the person's. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useLinkToken } from '../../entry/link-token.ts';
import { useWords } from '../../language/word-set.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Maker } from './maker.tsx';
import { verifyWords } from './words.ts';

export default function VerifyPage() {
  const words = useWords(verifyWords);
  const token = useLinkToken();
  const isAsked = useRef(false);
  const verifying = useMutation({ mutationFn: (given: string) => callApi('verifyEmail', { body: { token: given } }) });
  const { mutate } = verifying;
  useEffect(() => {
    // The link works once: a second call would say that it was used.
    if (token === null || isAsked.current) return;
    isAsked.current = true;
    mutate(token);
  }, [token, mutate]);
  const [isDone, setDone] = useState(false);
  const failure = verifying.error === null ? null : failureOf(verifying.error);
  const isUnproven = failure?.kind === 'refused' && failure.code === 'maker_unproven';
  if (token !== null && isUnproven && !isDone) return <Maker token={token} onDone={() => setDone(true)} />;
  const isOver = token === null || (failure?.kind === 'refused' && failure.status < 500 && failure.status !== 429);
  if (isOver && !isDone) {
    return (
      <EntryPage title={words.title} heading={words.overHeading} lead={words.overLead}>
        <Link to="/account" search={{}} className={buttonClass('solid', 'large')}>
          {words.account}
        </Link>
      </EntryPage>
    );
  }
  if (verifying.isSuccess || isDone) {
    return (
      <EntryPage title={words.title} heading={words.doneHeading} lead={words.doneLead}>
        <ToTheApp />
      </EntryPage>
    );
  }
  return (
    <EntryPage title={words.title} heading={words.heading}>
      {failure !== null && (
        <>
          <FailureNotice failure={failure} />
          <Button variant="solid" size="large" onClick={() => token !== null && mutate(token)}>
            {words.again}
          </Button>
        </>
      )}
    </EntryPage>
  );
}

function ToTheApp() {
  const words = useWords(verifyWords);
  return (
    <Link to="/reviews" search={{}} className={buttonClass('solid', 'large')}>
      {words.open}
    </Link>
  );
}
