// SPDX-License-Identifier: Apache-2.0
/** A new account with its organization; also by the link of the first owner. */
import { EMAIL_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountFields, useNewPasswordFault } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { ENTRY_LINK } from '../../entry/entry-link.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useLinkToken } from '../../entry/link-token.ts';
import { useWords } from '../../language/word-set.ts';
import { useEntering } from '../../session/entering.ts';
import { usePresence } from '../../session/signed-in.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { signUpWords } from './words.ts';

/** Where accounts come by invitation only, a person without a link learns it before they write anything. */
export default function SignUpPage() {
  const words = useWords(signUpWords);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const token = useLinkToken();
  const isClosed = usePresence()?.signUp === false && token === null;
  if (askedFor !== null) return <LookIntoMail email={askedFor} />;
  return (
    <EntryPage title={words.title} heading={words.heading} {...(!isClosed && { lead: words.lead })}>
      {isClosed ? <Notice tone="information" {...words.closed} /> : <SignUpForm token={token} onKnown={setAskedFor} />}
      <p className="text-ink-2">
        {words.hasAccount}{' '}
        <Link to="/sign-in" search={{}} className={ENTRY_LINK}>
          {words.signIn}
        </Link>
      </p>
    </EntryPage>
  );
}

interface Terms {
  organizationName: string;
  name: string;
  email: string;
  newPassword: string;
}

/**
 * The service answers alike for an address that has an account, and tells its owner by mail. Only the session, which
 * opens nothing then, shows it here.
 */
function SignUpForm({ token, onKnown }: { token: string | null; onKnown(email: string): void }) {
  const words = useWords(signUpWords);
  const entering = useEntering();
  const fields = useAccountFields();
  const passwordFault = useNewPasswordFault();
  async function signUp({ organizationName, name, email, newPassword }: Terms): Promise<{ email: string } | null> {
    const body = { organizationName: organizationName.trim(), name: name.trim(), email: email.trim() };
    await callApi('signUp', { body: { ...body, password: newPassword, ...(token !== null && { token }) } });
    try {
      await entering.begin();
      return null;
    } catch (error) {
      if (failureOf(error).kind !== 'signed-out') throw error;
      return { email: body.email };
    }
  }
  return (
    <Form<Terms, { email: string } | null>
      size="large"
      act={words.submit}
      working={words.submitting}
      values={{ organizationName: '', name: '', email: '', newPassword: '' }}
      fields={[
        {
          name: 'organizationName',
          label: words.organization,
          autoComplete: 'organization',
          maxLength: NAME_CHARACTERS_MAX,
          missing: words.missingOrganization,
        },
        {
          name: 'name',
          label: words.name,
          autoComplete: 'name',
          maxLength: NAME_CHARACTERS_MAX,
          missing: words.missingName,
        },
        { ...fields.email, missing: words.missingEmail, maxLength: EMAIL_CHARACTERS_MAX },
        { ...fields.newPassword, label: words.password, hint: words.passwordHint },
      ]}
      onSend={signUp}
      onSent={(known) => (known === null ? entering.go() : onKnown(known.email))}
      faultOf={(failure) => passwordFault(failure) ?? textFault(failure, words)}
      refusal={(failure) => <Refusal failure={failure} isByLink={token !== null} />}
    />
  );
}

function textFault(failure: Failure, words: { badName: string; badEmail: string }) {
  if (failure.kind !== 'refused') return null;
  const { email, name, organizationName } = failure.fields;
  if (email !== undefined) return { field: 'email' as const, text: words.badEmail };
  if (name !== undefined) return { field: 'name' as const, text: words.badName };
  return organizationName === undefined ? null : { field: 'organizationName' as const, text: words.badName };
}

function Refusal({ failure, isByLink }: { failure: Failure; isByLink: boolean }) {
  const words = useWords(signUpWords);
  if (failure.kind !== 'refused' || failure.code !== 'forbidden') return <FailureNotice failure={failure} />;
  return <Notice tone="problem" {...(isByLink ? words.linkOver : words.closed)} />;
}

function LookIntoMail({ email }: { email: string }) {
  const words = useWords(signUpWords);
  const hasMail = usePresence()?.mail !== false;
  return (
    <EntryPage
      title={words.title}
      heading={hasMail ? words.mailHeading : words.heading}
      lead={hasMail ? words.mailLead(email) : words.leadWithoutMail(email)}
    >
      <Link to="/sign-in" search={{}} className={buttonClass('line', 'large')}>
        {words.signIn}
      </Link>
    </EntryPage>
  );
}
