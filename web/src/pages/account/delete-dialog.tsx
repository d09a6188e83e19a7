// SPDX-License-Identifier: Apache-2.0
/** Ends the account: the password, the code where there is an app, and the word DELETE. */
import { MFA_CODE_CHARACTERS_MAX } from '@svc/contract/limits';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useAccountFields } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { rememberSignedIn } from '../../session/signed-in.ts';
import type { FormField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { accountPageWords } from './words.ts';

interface Values {
  password: string;
  code: string;
  confirm: string;
}

const WORD = 'DELETE';

export default function DeleteDialog({ onClose }: { onClose(): void }) {
  const words = useWords(accountPageWords);
  const { mfa } = useSuspenseQuery(meQuery).data;
  const { password } = useAccountFields();
  const code: FormField<Values> = {
    name: 'code',
    label: words.deleteCode,
    hint: words.codeHint,
    autoComplete: 'one-time-code',
    maxLength: MFA_CODE_CHARACTERS_MAX,
    missing: words.askedCode,
  };
  const word: FormField<Values> = {
    name: 'confirm',
    label: words.deleteWord,
    autoComplete: 'off',
    isName: true,
    missing: words.deleteWordMissing,
    faultOf: (text) => (text === WORD ? null : words.deleteWordMissing),
  };
  return (
    <FormDialog<Values, void>
      title={words.deleteTitle}
      lead={words.deleteLead}
      act={words.deleteAct}
      variant="danger"
      values={{ password: '', code: '', confirm: '' }}
      fields={[password, ...(mfa.totp ? [code] : []), word]}
      onSend={async (entered) => {
        const mfaCode = entered.code.trim();
        const body = { password: entered.password, confirm: WORD, ...(mfaCode !== '' && { mfaCode }) } as const;
        await callApi('deleteAccount', { body });
      }}
      onSent={() => {
        rememberSignedIn(false);
        window.location.assign('/app/sign-in?because=account-deleted');
      }}
      faultOf={(failure) =>
        failure.kind === 'refused' && failure.code === 'invalid_credentials'
          ? { field: 'password', text: mfa.totp ? words.wrongPasswordOrCode : words.wrongPassword }
          : null
      }
      refusal={(failure) =>
        failure.kind === 'refused' && failure.code === 'sole_owner' ? (
          <SoleOwner names={failure.organizations.map(({ name }) => name)} />
        ) : null
      }
      onClose={onClose}
    >
      <PlainList items={words.deleteEnds} />
    </FormDialog>
  );
}

/** The organizations that stand in the way, and how to go on. */
function SoleOwner({ names }: { names: readonly string[] }) {
  const words = useWords(accountPageWords);
  return (
    <Notice tone="problem" what={words.soleOwner} remedy={words.soleOwnerRemedy}>
      <PlainList items={names} />
    </Notice>
  );
}
