// SPDX-License-Identifier: Apache-2.0
/** Opened from a mail: a new password in the place of the forgotten one. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountFields, useNewPasswordFault } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useLinkToken } from '../../entry/link-token.ts';
import { useWords } from '../../language/word-set.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { resetWords } from './words.ts';

/** The link has ended, was used, or is none: everything but the password can only be that. */
const isLinkOver = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.status >= 400 && failure.status < 500 && failure.status !== 429;

export default function ResetPage() {
  const words = useWords(resetWords);
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  const fields = useAccountFields();
  const passwordFault = useNewPasswordFault();
  if (isDone || token === null) {
    return (
      <EntryPage
        title={words.title}
        heading={isDone ? words.doneHeading : words.overHeading}
        lead={isDone ? words.doneLead : words.overLead}
      >
        <Link to={isDone ? '/sign-in' : '/forgot'} search={{}} className={buttonClass('solid', 'large')}>
          {isDone ? words.signIn : words.again}
        </Link>
      </EntryPage>
    );
  }
  return (
    <EntryPage title={words.title} heading={words.heading} lead={words.lead}>
      <Form<{ newPassword: string }, void>
        size="large"
        act={words.submit}
        values={{ newPassword: '' }}
        fields={[{ ...fields.newPassword, hint: words.hint }]}
        onSend={({ newPassword }) => callApi('resetPassword', { body: { token, password: newPassword } })}
        onSent={() => setDone(true)}
        faultOf={passwordFault}
        refusal={(failure) => (isLinkOver(failure) ? <Over /> : <FailureNotice failure={failure} />)}
      />
    </EntryPage>
  );
}

function Over() {
  const words = useWords(resetWords);
  return (
    <Notice tone="problem" what={words.overHeading} remedy={words.overLead}>
      <Link to="/forgot" search={{}} className="underline underline-offset-2">
        {words.again}
      </Link>
    </Notice>
  );
}
