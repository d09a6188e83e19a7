// SPDX-License-Identifier: Apache-2.0
/** Makes a passkey on this device. The first factor of an account brings its recovery codes. */
import { NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useState } from 'react';
import { makePasskey, PasskeyNotUsed } from '../../account/passkeys.ts';
import { accountWords } from '../../account/words.ts';
import { useWords } from '../../language/word-set.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { CodesOnce } from './codes-once.tsx';
import { accountPageWords } from './words.ts';

export default function PasskeyDialog({ onClose }: { onClose(): void }) {
  const words = useWords(accountPageWords);
  const { passkeyNotUsed } = useWords(accountWords);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isNotUsed, setNotUsed] = useState(false);
  const finish = () => {
    onClose();
    showToast({ title: words.passkeyAdded });
  };
  if (codes !== null) return <CodesOnce codes={codes} onStored={finish} />;
  return (
    <FormDialog<{ name: string }, readonly string[] | null | 'not used'>
      title={words.addPasskey}
      lead={words.addPasskeyText}
      act={words.addPasskey}
      values={{ name: '' }}
      fields={[
        {
          name: 'name',
          label: words.passkeyName,
          hint: words.passkeyNameHint,
          maxLength: NAME_CHARACTERS_MAX,
          missing: words.missingPasskeyName,
        },
      ]}
      onSend={async ({ name }) => {
        setNotUsed(false);
        try {
          return (await makePasskey(name.trim())).recoveryCodes;
        } catch (error) {
          if (error instanceof PasskeyNotUsed) return 'not used';
          throw error;
        }
      }}
      reads={['listPasskeys', 'readMe', 'listActivity']}
      onSent={(made) => {
        if (made === 'not used') setNotUsed(true);
        else if (made === null) finish();
        else setCodes(made);
      }}
      onClose={onClose}
    >
      {isNotUsed && <Notice tone="information" {...passkeyNotUsed} />}
    </FormDialog>
  );
}
