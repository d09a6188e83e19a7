// SPDX-License-Identifier: Apache-2.0
/** Whether a passkey signs approvals in the organization of the session: its person turns it on and off. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { accountPageWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function SigningKey({ passkey: { id: passkeyId, name } }: { passkey: { id: string; name: string } }) {
  const words = useWords(accountPageWords).signing;
  const { organization } = useSuspenseQuery(meQuery).data;
  const { items } = useSuspenseQuery(readOf('listSigningKeys')).data;
  const key = items.find((item) => item.passkeyId === passkeyId);
  const isOn = key !== undefined;
  const told = isOn ? words.off : words.on;
  return (
    <DialogButton
      size="small"
      aria-label={told.of(name)}
      dialog={(close) => (
        <ConfirmDialog
          title={told.title(name, organization.name)}
          text={told.text}
          act={told.act}
          variant={isOn ? 'danger' : 'solid'}
          onConfirm={async () => {
            if (key !== undefined) await callApi('removeSigningKey', { params: { id: key.id } });
            else await callApi('addSigningKey', { body: { passkeyId } });
          }}
          reads={['listSigningKeys']}
          done={told.done}
          onClose={close}
        />
      )}
    >
      {told.act}
    </DialogButton>
  );
}
