// SPDX-License-Identifier: Apache-2.0
/** Sets an authenticator app up: the code to scan, the first code back, then the recovery codes. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QrCode } from '../../account/qr-code.tsx';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { Answered } from '../../ui/answered.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { CodesOnce } from './codes-once.tsx';
import { accountPageWords } from './words.ts';

const CODE_CHARACTERS = 6;

export default function AuthenticatorDialog({ onClose }: { onClose(): void }) {
  const words = useWords(accountPageWords);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // A secret of its own for each opening, which nothing keeps.
  const setup = useQuery({
    queryKey: ['setUpMfa'],
    queryFn: () => callApi('setUpMfa'),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  if (codes !== null) {
    const finish = () => {
      onClose();
      showToast({ title: words.appAdded });
    };
    return <CodesOnce codes={codes} onStored={finish} />;
  }
  return (
    <FormDialog<{ code: string }, readonly string[]>
      title={words.appEnable}
      lead={words.appText}
      act={words.appConfirm}
      values={{ code: '' }}
      fields={[
        {
          name: 'code',
          label: words.appCode,
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          maxLength: CODE_CHARACTERS + 1,
          missing: words.missingCode,
        },
      ]}
      onSend={async ({ code }) =>
        (await callApi('enableMfa', { body: { code: code.replaceAll(/\s/g, '') } })).recoveryCodes
      }
      reads={['readMe', 'listActivity']}
      onSent={setCodes}
      faultOf={(failure) =>
        failure.kind === 'refused' && (failure.code === 'invalid_credentials' || failure.fields.code !== undefined)
          ? { field: 'code', text: words.wrongCode }
          : null
      }
      onClose={onClose}
    >
      <Answered query={setup} skeleton={<Skeleton rows={4} />}>
        {({ secret, otpauthUrl }) => (
          <div className="flex flex-wrap items-center gap-5">
            <QrCode text={otpauthUrl} label={words.qrLabel} />
            <div className="min-w-0 grow basis-40">
              <p className="text-ink-2">{words.qrHint}</p>
              <p className="mt-1 flex items-start gap-1">
                <code className="wrap-break-word">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
                <CopyIcon text={secret} what={words.secret} />
              </p>
            </div>
          </div>
        )}
      </Answered>
    </FormDialog>
  );
}
