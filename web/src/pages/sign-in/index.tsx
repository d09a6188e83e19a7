// SPDX-License-Identifier: Apache-2.0
/** Sign-in by passkey or password, with a second factor where there is one; then back to where the person was going. */
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useAccountFields } from '../../account/account-fields.tsx';
import { PasskeyButton } from '../../account/passkey-button.tsx';
import { hasPasskeys } from '../../account/passkeys.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { ENTRY_LINK } from '../../entry/entry-link.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useWords } from '../../language/word-set.ts';
import { usePresence } from '../../session/signed-in.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Or } from './or.tsx';
import { Refusal } from './refusal.tsx';
import { type Credentials, lacksOrganization, useSigningIn, type Way } from './signing-in.ts';
import { signInWords } from './words.ts';

const DemoButton = lazy(() => import('./demo-button.tsx'));
const SecondFactor = lazy(() => import('./second-factor.tsx'));
const FirstOrganization = lazy(() => import('./first-organization.tsx'));

export function SignInPage() {
  const words = useWords(signInWords);
  const { because, returnTo } = useSearch({ from: '/sign-in' });
  const presence = usePresence();
  const { begin, go } = useSigningIn();
  const [asksForFactor, setAsksForFactor] = useState<Credentials | null>(null);
  const [lacking, setLacking] = useState<Way | null>(null);
  const [isGuessed, setGuessed] = useState(false);
  if (lacking !== null) {
    const goOn = (credentials: Credentials | null) => {
      setLacking(null);
      setAsksForFactor(credentials);
    };
    return (
      <Suspense>
        <FirstOrganization way={lacking} onFactor={goOn} onBack={() => goOn(null)} />
      </Suspense>
    );
  }
  if (asksForFactor !== null) {
    const goBack = (afterGuesses: boolean) => {
      setGuessed(afterGuesses);
      setAsksForFactor(null);
    };
    return (
      <Suspense>
        <SecondFactor credentials={asksForFactor} onBack={goBack} onLacking={setLacking} />
      </Suspense>
    );
  }
  const canUsePasskeys = hasPasskeys();
  return (
    <EntryPage title={words.title} heading={words.heading} lead={words.lead}>
      {isGuessed && <Notice tone="problem" {...words.guessed} />}
      {because !== undefined && <Notice tone="information" what={words.because[because]} />}
      {canUsePasskeys && (
        <>
          <PasskeyButton
            variant="solid"
            onAnswer={async (response) => {
              await callApi('signInByPasskey', { body: { response } }).catch((error: unknown) => {
                if (lacksOrganization(failureOf(error))) setLacking({ credentials: null, asksForFactor: false });
                throw error;
              });
              await begin();
            }}
            onDone={go}
            refusal={(failure) => <Refusal failure={failure} isByPasskey />}
          >
            {words.passkey}
          </PasskeyButton>
          <Or>{words.orPassword}</Or>
        </>
      )}
      <PasswordForm isSolid={!canUsePasskeys} onFactor={setAsksForFactor} onLacking={setLacking} />
      <p>
        <Link
          to="/sso"
          search={returnTo === undefined ? {} : { returnTo }}
          className={`${buttonClass('line', 'large')} w-full`}
        >
          {words.company}
        </Link>
      </p>
      {presence?.demo === true && (
        <Suspense>
          <DemoButton />
        </Suspense>
      )}
      <p>
        <Link to="/forgot" search={{}} className={ENTRY_LINK}>
          {words.forgot}
        </Link>
      </p>
      <SignUpLink />
      <p className="border-t border-line pt-4 text-meta text-ink-3">{words.about(location.host)}</p>
    </EntryPage>
  );
}

/** Where accounts come by invitation only, the form would end in a refusal. */
function SignUpLink() {
  const words = useWords(signInWords);
  const presence = usePresence();
  if (presence?.signUp !== true) return null;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      {words.isNew}
      <Link to="/sign-up" search={{}} className={buttonClass()}>
        {words.signUp}
      </Link>
    </p>
  );
}

interface PasswordFormProps {
  isSolid: boolean;
  onFactor(credentials: Credentials): void;
  onLacking(way: Way): void;
}

function PasswordForm({ isSolid, onFactor, onLacking }: PasswordFormProps) {
  const words = useWords(signInWords);
  const { email, password } = useAccountFields();
  const { begin, go } = useSigningIn();
  /** @returns the credentials when they are right and a second factor is asked for */
  async function signIn(given: Credentials): Promise<Credentials | null> {
    const credentials = { email: given.email.trim(), password: given.password };
    try {
      await callApi('signIn', { body: credentials });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'refused' && failure.code === 'mfa_required') return credentials;
      if (lacksOrganization(failure)) onLacking({ credentials, asksForFactor: false });
      throw error;
    }
    await begin();
    return null;
  }
  // A malformed address is answered like a wrong one: only that it is missing is said here.
  const { faultOf: _checked, ...plainEmail } = email;
  return (
    <Form<Credentials, Credentials | null>
      size="large"
      variant={isSolid ? 'solid' : 'line'}
      act={words.submit}
      working={words.submitting}
      values={{ email: '', password: '' }}
      fields={[plainEmail, password]}
      onSend={signIn}
      onSent={(asks) => (asks === null ? go() : onFactor(asks))}
      refusal={(failure) => <Refusal failure={failure} />}
    />
  );
}
