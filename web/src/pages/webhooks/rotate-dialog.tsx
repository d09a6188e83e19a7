/** Makes a new secret for an endpoint, and shows it in its place, this once. */
import type { SecretRotation, Webhook } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { rotateWebhookSecret, webhooksQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialog } from '../../ui/dialog.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { SecretShown } from './secret-shown.tsx';

interface RotateDialogProps {
  webhook: Webhook;
  onClose(): void;
  onResult(text: string): void;
}

export function RotateDialog({ webhook, onClose, onResult }: RotateDialogProps) {
  const { messages, format } = useLanguage();
  const titleId = useId();
  const queries = useQueryClient();
  const [made, setMade] = useState<SecretRotation | null>(null);
  // A secret that is shown once must not go with a stray key.
  const dialog = useDialog(onClose, made !== null);
  const finish = async ({ signsFrom }: SecretRotation) => {
    await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    dialog.close();
    onResult(messages.webhooks.rotated(format.dateTime(signsFrom)));
  };
  return (
    <dialog {...dialog.props} aria-labelledby={titleId}>
      {made === null ? (
        <Question webhook={webhook} titleId={titleId} onCancel={dialog.close} onMade={setMade} />
      ) : (
        <SecretShown secret={made.secret} titleId={titleId} onDone={() => void finish(made)} />
      )}
    </dialog>
  );
}

interface QuestionProps {
  webhook: Webhook;
  titleId: string;
  onCancel(): void;
  onMade(made: SecretRotation): void;
}

function Question({ webhook, titleId, onCancel, onMade }: QuestionProps) {
  const { review, webhooks: labels } = useLanguage().messages;
  const rotating = useMutation({
    mutationFn: (now: boolean) => rotateWebhookSecret(webhook.id, now),
    onSuccess: onMade,
  });
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    rotating.mutate(new FormData(submitted.currentTarget).has('now'));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <h2 id={titleId} className="text-lg font-semibold">
          {labels.rotateTitle}
        </h2>
        <p className="mt-1 text-muted">
          <span className="block font-medium break-all text-ink">{webhook.url}</span>
          {labels.rotateText}
        </p>
      </div>
      {rotating.error !== null && <FailureNotice failure={failureOf(rotating.error)} />}
      <label className="flex items-start gap-2 text-sm">
        <input type="checkbox" name="now" className="mt-0.5 size-4 accent-accent" />
        {labels.rotateNow}
      </label>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          {review.cancel}
        </Button>
        <Button type="submit" look="primary" disabled={rotating.isPending}>
          {rotating.isPending ? review.working : labels.confirmRotate}
        </Button>
      </div>
    </form>
  );
}
