// SPDX-License-Identifier: Apache-2.0
/** An invitation, opened by its link: what it is, then joining with an account or with a new one. */
import type { AcceptedInvitation, OpenInvitation } from '@svc/contract';
import { NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountFields, useNewPasswordFault } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useTold } from '../../language/told/index.ts';
import { useWords } from '../../language/word-set.ts';
import { rememberSignedIn } from '../../session/signed-in.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { invitationWords } from './words.ts';

/** Behind the number sign: browsers do not send it, so it stands in no log. */
function tokenInAddress(): string | null {
  return /^#token=([\w-]{43})$/.exec(window.location.hash)?.[1] ?? null;
}

export function InvitationPage() {
  const words = useWords(invitationWords);
  const [token] = useState(tokenInAddress);
  if (token === null) {
    return (
      <EntryPage title={words.title} heading={words.title}>
        <Notice tone="problem" {...words.missing} />
      </EntryPage>
    );
  }
  return <Opened token={token} />;
}

function Opened({ token }: { token: string }) {
  const words = useWords(invitationWords);
  const opened = useQuery({
    queryKey: ['openInvitation', token],
    queryFn: () => callApi('openInvitation', { body: { token } }),
    retry: false,
    // The link ends with its use: what was read stays on the page.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [accepted, setAccepted] = useState<AcceptedInvitation | null>(null);
  const { data } = opened;
  if (opened.error !== null) {
    return (
      <EntryPage title={words.title} heading={words.title}>
        <Refusal failure={failureOf(opened.error)} />
      </EntryPage>
    );
  }
  if (data === undefined) {
    return (
      <EntryPage title={words.title} heading={words.title} lead={words.looking}>
        {null}
      </EntryPage>
    );
  }
  const { organizationName, invitedBy, role } = data;
  const as = words.roles[role];
  return (
    <EntryPage
      title={words.title}
      heading={words.heading(organizationName)}
      lead={invitedBy === null ? words.leadOfNobody(as) : words.lead(invitedBy, as)}
    >
      {accepted === null ? (
        <Acceptance token={token} invitation={data} onAccepted={setAccepted} />
      ) : (
        <Joined organization={accepted.organizationName} />
      )}
    </EntryPage>
  );
}

interface AcceptanceProps {
  token: string;
  invitation: OpenInvitation;
  onAccepted(accepted: AcceptedInvitation): void;
}

function Acceptance({ token, invitation, onAccepted }: AcceptanceProps) {
  const words = useWords(invitationWords);
  const { email, hasAccount, signedInAs, wantsSignIn } = invitation;
  const goOn = useGoingOn(onAccepted);
  if (signedInAs !== null && signedInAs.toLowerCase() !== email.toLowerCase()) {
    return (
      <>
        <Notice tone="information" what={words.otherAccount(email, signedInAs)} />
        <SignOutHere />
      </>
    );
  }
  if (wantsSignIn) {
    return (
      <>
        <Notice tone="information" what={words.signInFirst(email)} />
        <Link to="/sign-in" target="_blank" className={`${buttonClass('solid', 'large')} justify-center`}>
          {words.signIn}
        </Link>
        <Button size="large" onClick={() => window.location.reload()}>
          {words.signedInNow}
        </Button>
      </>
    );
  }
  if (hasAccount) {
    return (
      <>
        <p className="text-ink-2">{signedInAs === null ? words.forAccount(email) : words.signedInAs(email)}</p>
        <Form
          size="large"
          act={words.accept}
          working={words.accepting}
          fields={[]}
          values={{}}
          onSend={() => callApi('acceptInvitation', { body: { token } })}
          onSent={goOn}
          refusal={(failure) => <Refusal failure={failure} />}
        />
      </>
    );
  }
  return (
    <>
      <p className="text-ink-2">{words.forAccount(email)}</p>
      <NewAccount token={token} email={email} onSent={goOn} />
    </>
  );
}

interface NewAccountProps {
  token: string;
  email: string;
  onSent(accepted: AcceptedInvitation): void;
}

function NewAccount({ token, email, onSent }: NewAccountProps) {
  const words = useWords(invitationWords);
  const told = useTold();
  const { newPassword } = useAccountFields([email]);
  const passwordFault = useNewPasswordFault();
  return (
    <Form
      size="large"
      act={words.makeAccount}
      working={words.accepting}
      values={{ name: '', newPassword: '' }}
      fields={[
        {
          name: 'name',
          label: words.name,
          autoComplete: 'name',
          maxLength: NAME_CHARACTERS_MAX,
          missing: words.missingName,
        },
        { ...newPassword, label: words.password, hint: words.passwordHint },
      ]}
      onSend={({ name, newPassword: password }) =>
        callApi('acceptInvitation', { body: { token, name: name.trim(), password } })
      }
      onSent={onSent}
      faultOf={(failure) => {
        if (failure.kind !== 'refused') return null;
        const ofName = failure.fields.name;
        return (
          passwordFault(failure) ??
          (ofName === undefined ? null : { field: 'name', text: told(ofName, failure.fieldCodes.name) })
        );
      }}
      refusal={(failure) => <Refusal failure={failure} />}
    />
  );
}

/** Into the organization, where the answer came with a session; otherwise the page says what is left to do. */
function useGoingOn(onAccepted: (accepted: AcceptedInvitation) => void) {
  const queries = useQueryClient();
  const router = useRouter();
  return (accepted: AcceptedInvitation) => {
    if (accepted.signedIn === null) {
      onAccepted(accepted);
      return;
    }
    rememberSignedIn(true);
    queries.clear();
    router.history.push('/app/overview');
  };
}

function Joined({ organization }: { organization: string }) {
  const words = useWords(invitationWords);
  return (
    <>
      <Notice tone="success" what={words.joined(organization)} remedy={words.joinedRemedy} />
      <Link to="/sign-in" className={`${buttonClass('solid', 'large')} justify-center`}>
        {words.signIn}
      </Link>
    </>
  );
}

function SignOutHere() {
  const words = useWords(invitationWords);
  const signOut = async () => {
    await callApi('signOut');
    rememberSignedIn(false);
    window.location.reload();
  };
  return (
    <Button size="large" onClick={() => void signOut()}>
      {words.signOut}
    </Button>
  );
}

function Refusal({ failure }: { failure: Failure }) {
  const words = useWords(invitationWords);
  if (failure.kind === 'refused' && failure.status === 404) return <Notice tone="problem" {...words.over} />;
  return <FailureNotice failure={failure} />;
}
