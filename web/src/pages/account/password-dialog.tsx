// SPDX-License-Identifier: Apache-2.0
/** Changes the password, by the one of now. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { useAccountFields, useNewPasswordFault } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { accountPageWords } from './words.ts';

export default function PasswordDialog({ onClose }: { onClose(): void }) {
  const words = useWords(accountPageWords);
  const { user } = useSuspenseQuery(meQuery).data;
  const { password, newPassword } = useAccountFields([user.email, user.name]);
  const passwordFault = useNewPasswordFault();
  return (
    <FormDialog<{ password: string; newPassword: string }, void>
      title={words.changePassword}
      lead={words.changePasswordText}
      act={words.changePassword}
      values={{ password: '', newPassword: '' }}
      fields={[{ ...password, label: words.currentPassword }, newPassword]}
      onSend={({ password: currentPassword, newPassword: chosen }) =>
        callApi('changePassword', { body: { currentPassword, newPassword: chosen } })
      }
      reads={['listSessions', 'listActivity']}
      onSent={() => {
        onClose();
        showToast({ title: words.passwordChanged });
      }}
      faultOf={(failure) =>
        failure.kind === 'refused' && failure.code === 'invalid_credentials'
          ? { field: 'password', text: words.wrongPassword }
          : passwordFault(failure)
      }
      onClose={onClose}
    />
  );
}
