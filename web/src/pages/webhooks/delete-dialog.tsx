/** Asks once more before an endpoint is deleted. */
import type { Webhook } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { failureOf } from '../../api/failure.ts';
import { deleteWebhook, webhooksQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialog } from '../../ui/dialog.ts';
import { FailureNotice } from '../../ui/notice.tsx';

interface DeleteDialogProps {
  webhook: Webhook;
  onClose(): void;
  onResult(text: string): void;
}

export function DeleteDialog({ webhook, onClose, onResult }: DeleteDialogProps) {
  const { review, webhooks: labels } = useLanguage().messages;
  const dialog = useDialog(onClose);
  const titleId = useId();
  const textId = useId();
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteWebhook(webhook.id),
    async onSuccess() {
      dialog.close();
      onResult(labels.removed);
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  return (
    <dialog {...dialog.props} aria-labelledby={titleId} aria-describedby={textId}>
      <div className="flex flex-col gap-4">
        <div>
          <h2 id={titleId} className="text-lg font-semibold">
            {labels.removeTitle}
          </h2>
          <p id={textId} className="mt-1 text-muted">
            <span className="block font-medium break-all text-ink">{webhook.url}</span>
            {labels.removeText}
          </p>
        </div>
        {deleting.error !== null && <FailureNotice failure={failureOf(deleting.error)} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={dialog.close}>
            {review.cancel}
          </Button>
          <Button look="danger" disabled={deleting.isPending} onClick={() => deleting.mutate()}>
            {deleting.isPending ? review.working : labels.confirmRemove}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
