// SPDX-License-Identifier: Apache-2.0
/** Password and code, before the authenticator app is taken away or new recovery codes are made. */
import { MFA_CODE_CHARACTERS_MAX } from '@svc/contract/limits';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountFields } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { CodesOnce } from './codes-once.tsx';
import { accountPageWords } from './words.ts';

export default function FactorDialog({ act, onClose }: { act: 'disable' | 'renew'; onClose(): void }) {
  const words = useWords(accountPageWords);
  const { mfa } = useSuspenseQuery(meQuery).data;
  const { password } = useAccountFields();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = (title: string) => {
    onClose();
    showToast({ title });
  };
  if (codes !== null) return <CodesOnce codes={codes} onStored={() => finish(words.codesRenewed)} />;
  const isRenewal = act === 'renew';
  const code = {
    name: 'code',
    label: words.appCode,
    hint: words.codeHint,
    autoComplete: 'one-time-code',
    maxLength: MFA_CODE_CHARACTERS_MAX,
    missing: words.missingCode,
  } as const;
  return (
    <FormDialog<{ password: string; code: string }, readonly string[] | null>
      title={isRenewal ? words.codesRenew : words.appDisable}
      lead={isRenewal ? words.codesRenewText : words.appDisableText}
      act={isRenewal ? words.codesRenew : words.appDisable}
      values={{ password: '', code: '' }}
      fields={[password, ...(mfa.totp ? [code] : [])]}
      onSend={async (entered) => {
        const body = { password: entered.password, ...(entered.code !== '' && { code: entered.code.trim() }) };
        if (isRenewal) return (await callApi('renewRecoveryCodes', { body })).recoveryCodes;
        await callApi('disableMfa', { body });
        return null;
      }}
      reads={['readMe', 'listActivity']}
      onSent={(made) => (made === null ? finish(words.appRemoved) : setCodes(made))}
      faultOf={(failure) =>
        failure.kind === 'refused' && failure.code === 'invalid_credentials'
          ? { field: 'password', text: words.wrongPasswordOrCode }
          : null
      }
      onClose={onClose}
    />
  );
}
