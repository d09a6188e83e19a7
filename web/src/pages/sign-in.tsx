/** Sign-in, and the way back to where the person was going. */
import type { LoginRequest } from '@svc/contract';
import { EMAIL_CHARACTERS_MAX, MFA_CODE_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from '@svc/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { meQuery, signIn } from '../api/queries.ts';
import { Brand } from '../frame/brand.tsx';
import { Preferences } from '../frame/preferences.tsx';
import { useLanguage } from '../language/index.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

interface SignInSearch {
  returnTo?: string;
  because?: 'ended' | 'signed-out';
}

export function signInSearchOf(search: Record<string, unknown>): SignInSearch {
  const { returnTo, because } = search;
  return {
    // A page of the app and nothing else: an address from outside never leads away from here.
    ...(typeof returnTo === 'string' && /^\/app(?:[/?][^\\]*)?$/.test(returnTo) && { returnTo }),
    ...((because === 'ended' || because === 'signed-out') && { because }),
  };
}

export function SignInPage() {
  const { messages } = useLanguage();
  const { because } = useSearch({ from: '/sign-in' });
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 px-4 py-10">
      <Brand />
      {because === 'ended' && <Notice tone="information" what={messages.signIn.ended} />}
      {because === 'signed-out' && <Notice tone="information" what={messages.signIn.signedOut} />}
      <div className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-6 shadow-panel">
        <PageHeading title={messages.signIn.title} lead={messages.signIn.lead} />
        <SignInForm />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Preferences />
      </div>
    </main>
  );
}

function useSignIn() {
  // Checked where it is used, too: what stands in the address comes from anybody.
  const { returnTo } = signInSearchOf({ ...useSearch({ from: '/sign-in' }) });
  const router = useRouter();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(credentials: LoginRequest) {
      await signIn(credentials);
      queries.clear();
      // The first call under the new session shows whether the browser has kept its cookies.
      await queries.fetchQuery(meQuery);
    },
    onSuccess() {
      router.history.push(returnTo ?? '/app/reviews');
    },
  });
}

function SignInForm() {
  const { messages } = useLanguage();
  const signingIn = useSignIn();
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const failure = signingIn.error === null ? null : failureOf(signingIn.error);
  const asksForCode = failure?.kind === 'refused' && failure.code === 'mfa_required';
  // Once asked for, the code stays: a wrong one is answered like a wrong password.
  const [needsCode, setNeedsCode] = useState(false);
  if (asksForCode && !needsCode) setNeedsCode(true);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const credentials = credentialsOf(new FormData(form));
    const empty = (['email', 'password'] as const).filter((name) => credentials[name] === '');
    setMissing(new Set(empty));
    if (empty[0] === undefined) signingIn.mutate(credentials);
    else (form.elements.namedItem(empty[0]) as HTMLInputElement).focus();
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure !== null && !signingIn.isPending && <Refusal failure={failure} />}
      <TextField
        label={messages.signIn.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={EMAIL_CHARACTERS_MAX}
        error={missing.has('email') ? messages.signIn.missingEmail : undefined}
      />
      <TextField
        label={messages.signIn.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={PASSWORD_CHARACTERS_MAX}
        error={missing.has('password') ? messages.signIn.missingPassword : undefined}
      />
      {needsCode && (
        <TextField
          label={messages.signIn.mfaCode}
          name="mfaCode"
          autoComplete="one-time-code"
          maxLength={MFA_CODE_CHARACTERS_MAX}
        />
      )}
      <Button type="submit" look="primary" className="min-h-10" disabled={signingIn.isPending}>
        {signingIn.isPending ? messages.signIn.submitting : messages.signIn.submit}
      </Button>
    </form>
  );
}

/** Two things that mean something else here: nobody has a session yet, and nobody is forbidden to sign in. */
function Refusal({ failure }: { failure: Failure }) {
  const { otherAddress, notKept } = useLanguage().messages.signIn;
  if (failure.kind === 'signed-out') return <Notice tone="problem" {...notKept} />;
  if (failure.kind === 'refused' && failure.code === 'forbidden') return <Notice tone="problem" {...otherAddress} />;
  return <FailureNotice failure={failure} />;
}

function credentialsOf(form: FormData): LoginRequest {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const mfaCode = text('mfaCode').trim();
  return {
    email: text('email').trim(),
    password: text('password'),
    ...(mfaCode !== '' && { mfaCode }),
  };
}
