// SPDX-License-Identifier: Apache-2.0
/** Asks for another e-mail address, which counts once the link in its mail was opened. */
import { EMAIL_CHARACTERS_MAX } from '@svc/contract/limits';
import { useAccountFields } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { useHasMail } from '../../session/channels.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { accountPageWords } from './words.ts';

export default function AddressDialog({ onClose }: { onClose(): void }) {
  const words = useWords(accountPageWords);
  const { email, password } = useAccountFields();
  const hasMail = useHasMail();
  return (
    <FormDialog<{ email: string; password: string }, string>
      title={words.changeEmail}
      lead={hasMail ? words.changeEmailText : words.changeWithoutMail}
      act={hasMail ? words.sendLink : words.changeEmail}
      values={{ email: '', password: '' }}
      fields={[
        {
          ...email,
          label: words.newEmail,
          autoComplete: 'email',
          missing: words.missingEmail,
          maxLength: EMAIL_CHARACTERS_MAX,
        },
        password,
      ]}
      onSend={async (entered) => {
        await callApi('changeEmail', { body: { email: entered.email.trim(), password: entered.password } });
        return entered.email.trim();
      }}
      reads={['readMe']}
      onSent={(asked) => {
        onClose();
        showToast({ title: hasMail ? words.linkSent(asked) : words.pendingWithoutMail(asked) });
      }}
      faultOf={(failure) => {
        if (failure.kind !== 'refused') return null;
        if (failure.code === 'invalid_credentials') return { field: 'password', text: words.wrongPassword };
        return failure.fields.email === undefined ? null : { field: 'email', text: words.sameEmail };
      }}
      onClose={onClose}
    />
  );
}
