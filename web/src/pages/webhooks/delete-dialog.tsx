/** Deletes an endpoint, after asking once more. */
import type { Webhook } from '@svc/contract';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { webhooksWords } from './words.ts';

export default function DeleteDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose(): void }) {
  const words = useWords(webhooksWords);
  const deleting = useAct(
    () => callApi('deleteWebhook', { params: { id } }),
    ['listWebhooks'],
    () => {
      // The button that asked is gone with its endpoint.
      document.getElementById('content')?.focus();
      showToast({ title: words.removed });
    },
  );
  return (
    <ConfirmDialog
      title={words.removeTitle}
      text={words.removeText}
      act={words.confirmRemove}
      onConfirm={() => deleting.mutateAsync()}
      onClose={onClose}
    >
      <p className="font-mono break-all">{url}</p>
    </ConfirmDialog>
  );
}
