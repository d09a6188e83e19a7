// SPDX-License-Identifier: Apache-2.0
/** The question itself: a password with its second factor, or a passkey. */
import { MFA_CODE_CHARACTERS_MAX } from '@svc/contract/limits';
import { useSuspenseQuery } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { useWords } from '../language/word-set.ts';
import { meQuery } from '../session/me.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useAccountFields } from './account-fields.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { hasPasskeys } from './passkeys.ts';
import { accountWords } from './words.ts';

export default function ConfirmPersonDialog({ onEnd }: { onEnd(isConfirmed: boolean): void }) {
  const { confirm } = useWords(accountWords);
  const { mfa } = useSuspenseQuery(meQuery).data;
  const { password } = useAccountFields();
  const code = {
    name: 'mfaCode',
    label: confirm.code,
    hint: confirm.codeHint,
    autoComplete: 'one-time-code',
    maxLength: MFA_CODE_CHARACTERS_MAX,
    missing: confirm.missingCode,
  } as const;
  return (
    <FormDialog<{ password: string; mfaCode: string }, void>
      title={confirm.title}
      lead={confirm.lead}
      act={confirm.act}
      values={{ password: '', mfaCode: '' }}
      fields={[password, ...(mfa.totp ? [code] : [])]}
      onSend={({ password: given, mfaCode }) =>
        callApi('reauthenticate', {
          body: { password: given, ...(mfaCode.trim() !== '' && { mfaCode: mfaCode.trim() }) },
        })
      }
      onSent={() => onEnd(true)}
      onClose={() => onEnd(false)}
    >
      {mfa.passkeys > 0 && hasPasskeys() && (
        <PasskeyButton
          variant="solid"
          onAnswer={(passkey) => callApi('reauthenticate', { body: { passkey } })}
          onDone={() => onEnd(true)}
        >
          {confirm.passkey}
        </PasskeyButton>
      )}
    </FormDialog>
  );
}
