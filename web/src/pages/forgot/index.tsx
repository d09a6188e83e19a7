// SPDX-License-Identifier: Apache-2.0
/** Asks for a link that sets a new password. The answer is the same whether the address has an account or not. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountFields } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import { ENTRY_LINK } from '../../entry/entry-link.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useWords } from '../../language/word-set.ts';
import { usePresence } from '../../session/signed-in.ts';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { forgotWords } from './words.ts';

export default function ForgotPage() {
  const words = useWords(forgotWords);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const fields = useAccountFields();
  const presence = usePresence();
  const back = (
    <Link to="/sign-in" search={{}} className={`${ENTRY_LINK} self-start`}>
      {words.back}
    </Link>
  );
  if (presence?.mail === false) {
    return (
      <EntryPage title={words.title} heading={words.heading}>
        <Notice tone="information" {...words.withoutMail}>
          <code className="font-mono text-meta break-all">svc-server user reset {words.address}</code>
        </Notice>
        {back}
      </EntryPage>
    );
  }
  if (askedFor !== null) {
    return (
      <EntryPage title={words.title} heading={words.sentHeading} lead={words.sentLead(askedFor)}>
        <p className="text-ink-2">{words.sentHint}</p>
        {back}
      </EntryPage>
    );
  }
  return (
    <EntryPage title={words.title} heading={words.heading} lead={words.lead}>
      <Form<{ email: string }, string>
        size="large"
        act={words.submit}
        values={{ email: '' }}
        fields={[fields.email]}
        onSend={async ({ email }) => {
          await callApi('forgetPassword', { body: { email: email.trim() } });
          return email.trim();
        }}
        onSent={setAskedFor}
      />
      {back}
    </EntryPage>
  );
}
