/** Sign-in, and the way back to where the person was going. It loads neither the shell nor the overlays. */
import type { LoginRequest } from '@svc/contract';
import { EMAIL_CHARACTERS_MAX, MFA_CODE_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from '@svc/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { Mark } from '../../shell/mark.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Preferences } from './preferences.tsx';
import { signInSearchOf } from './search.ts';
import { signInWords } from './words.ts';

export function SignInPage() {
  const words = useWords(signInWords);
  const { because } = useSearch({ from: '/sign-in' });
  return (
    <main className="flex min-h-dvh flex-col items-center px-4">
      <title>{`${words.title} · svc`}</title>
      <div className="flex w-full max-w-94 grow flex-col justify-center gap-6 py-10">
        <Mark className="h-3 w-10" />
        <div>
          <h1 className="text-sentence font-semibold tracking-tight">{words.heading}</h1>
          <p className="text-lead text-ink-2">{words.lead}</p>
        </div>
        {because === 'ended' && <Notice tone="information" what={words.ended} />}
        {because === 'signed-out' && <Notice tone="information" what={words.signedOut} />}
        <SignInForm />
      </div>
      <Preferences />
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
      await callApi('signIn', { body: credentials });
      queries.clear();
      // The first call under the new session shows whether the browser has kept its cookies.
      await queries.fetchQuery(meQuery);
    },
    onSuccess: () => router.history.push(returnTo ?? '/app/reviews'),
  });
}

function SignInForm() {
  const words = useWords(signInWords);
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
        label={words.email}
        className="h-10 text-lead max-md:h-11"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={EMAIL_CHARACTERS_MAX}
        error={missing.has('email') ? words.missingEmail : undefined}
      />
      <TextField
        label={words.password}
        className="h-10 text-lead max-md:h-11"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={PASSWORD_CHARACTERS_MAX}
        error={missing.has('password') ? words.missingPassword : undefined}
      />
      {needsCode && (
        <TextField
          label={words.mfaCode}
          className="h-10 text-lead max-md:h-11"
          name="mfaCode"
          autoComplete="one-time-code"
          maxLength={MFA_CODE_CHARACTERS_MAX}
        />
      )}
      <Button type="submit" look="solid" size="large" disabled={signingIn.isPending}>
        {signingIn.isPending ? words.submitting : words.submit}
      </Button>
    </form>
  );
}

/**
 * Two failures mean something else here: `signed-out` means a cookie that was not kept, and `forbidden` another
 * address.
 */
function Refusal({ failure }: { failure: Failure }) {
  const { otherAddress, notKept } = useWords(signInWords);
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
  return { email: text('email').trim(), password: text('password'), ...(mfaCode !== '' && { mfaCode }) };
}
