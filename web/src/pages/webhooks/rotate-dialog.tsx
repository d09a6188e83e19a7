// SPDX-License-Identifier: Apache-2.0
/** Makes a new secret for an endpoint, and shows it in its place, this once. */
import type { SecretRotation, Webhook } from '@svc/contract';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { showToast } from '../../ui/toast.ts';
import { webhooksWords } from './words.ts';

export default function RotateDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose(): void }) {
  const { format } = useLanguage();
  const words = useWords(webhooksWords);
  const [now, setNow] = useState(false);
  const [made, setMade] = useState<SecretRotation | null>(null);
  if (made !== null) {
    const finish = () => {
      onClose();
      showToast({ title: words.rotated(format.dateTime(made.signsFrom)) });
    };
    return (
      <SecretOnce
        title={words.secretTitle}
        lead={words.secretHint}
        label={words.secret}
        secret={made.secret}
        onStored={finish}
      />
    );
  }
  return (
    <ConfirmDialog
      title={words.rotateTitle}
      text={words.rotateText}
      act={words.confirmRotate}
      variant="solid"
      onConfirm={() => callApi('rotateWebhookSecret', { params: { id }, body: { now } })}
      reads={['listWebhooks']}
      onDone={setMade}
      onClose={onClose}
    >
      <p className="font-mono break-all">{url}</p>
      <CheckField label={words.rotateNow} checked={now} onChange={({ target }) => setNow(target.checked)} />
    </ConfirmDialog>
  );
}
