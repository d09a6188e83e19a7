// SPDX-License-Identifier: Apache-2.0
/** The second step of a sign-in by password: a code, a recovery code, or a passkey. */
import type { AuthenticatorAnswer } from '@svc/contract';
import { MFA_CODE_CHARACTERS_MAX } from '@svc/contract/limits';
import { PasskeyButton } from '../../account/passkey-button.tsx';
import { hasPasskeys } from '../../account/passkeys.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Refusal } from './refusal.tsx';
import { secondFactorWords } from './second-factor-words.ts';
import { type Credentials, lacksOrganization, useSigningIn, type Way } from './signing-in.ts';

interface SecondFactorProps {
  credentials: Credentials;
  onBack(afterGuesses: boolean): void;
  onLacking(way: Way): void;
}

/** After too many wrong codes the sign-in starts anew, with the password. */
export default function SecondFactor({ credentials, onBack, onLacking }: SecondFactorProps) {
  const words = useWords(secondFactorWords);
  const { begin, go } = useSigningIn();
  const signIn = async (factor: { mfaCode: string } | { passkey: AuthenticatorAnswer }) => {
    try {
      await callApi('signIn', { body: { ...credentials, ...factor } });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'refused' && failure.code === 'rate_limited') onBack(true);
      if (lacksOrganization(failure)) onLacking({ credentials, asksForFactor: true });
      throw error;
    }
    await begin();
  };
  const isAgain = credentials.organizationName !== undefined;
  return (
    <EntryPage title={words.heading} heading={words.heading} lead={isAgain ? words.again : words.lead}>
      <Form<{ mfaCode: string }, void>
        size="large"
        act={words.submit}
        working={words.submitting}
        values={{ mfaCode: '' }}
        fields={[
          {
            name: 'mfaCode',
            label: words.mfaCode,
            hint: words.mfaHint,
            autoComplete: 'one-time-code',
            autoFocus: true,
            maxLength: MFA_CODE_CHARACTERS_MAX,
            missing: words.missingCode,
          },
        ]}
        onSend={({ mfaCode }) => signIn({ mfaCode: mfaCode.trim() })}
        onSent={go}
        refusal={(failure) =>
          failure.kind === 'refused' && failure.code === 'invalid_credentials' ? (
            <Notice tone="problem" {...words.wrongCode} />
          ) : (
            <Refusal failure={failure} />
          )
        }
      />
      {hasPasskeys() && (
        <PasskeyButton onAnswer={(passkey) => signIn({ passkey })} onDone={go}>
          {words.passkey}
        </PasskeyButton>
      )}
      <Button variant="ghost" className="-ml-3 self-start" onClick={() => onBack(false)}>
        {words.back}
      </Button>
    </EntryPage>
  );
}
