/** Adds an endpoint, or changes one. The secret of a new one is shown in its place, this once. */
import type { CreatedWebhook, Webhook } from '@svc/contract';
import { DESCRIPTION_CHARACTERS_MAX, URL_CHARACTERS_MAX } from '@svc/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../api/failure.ts';
import { createWebhook, updateWebhook, webhooksQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialog } from '../../ui/dialog.ts';
import { TextField } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { SecretShown } from './secret-shown.tsx';

interface EndpointDialogProps {
  /** null: a new one. */
  webhook: Webhook | null;
  onClose(): void;
  onResult(text: string): void;
}

export function EndpointDialog({ webhook, onClose, onResult }: EndpointDialogProps) {
  const { webhooks: labels } = useLanguage().messages;
  const titleId = useId();
  const queries = useQueryClient();
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  // A secret that is shown once must not go with a stray key.
  const dialog = useDialog(onClose, created !== null);
  const finish = async (text: string) => {
    await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    dialog.close();
    onResult(text);
  };
  return (
    <dialog {...dialog.props} aria-labelledby={titleId}>
      {created === null ? (
        <Form
          webhook={webhook}
          titleId={titleId}
          onCancel={dialog.close}
          onSaved={(saved) => ('secret' in saved ? setCreated(saved) : finish(labels.saved))}
        />
      ) : (
        <SecretShown secret={created.secret} titleId={titleId} onDone={() => void finish(labels.added)} />
      )}
    </dialog>
  );
}

interface FormProps {
  webhook: Webhook | null;
  titleId: string;
  onCancel(): void;
  onSaved(saved: Webhook | CreatedWebhook): unknown;
}

function Form({ webhook, titleId, onCancel, onSaved }: FormProps) {
  const { review, webhooks: labels } = useLanguage().messages;
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const saving = useMutation({
    mutationFn: (terms: Terms) => (webhook === null ? createWebhook(terms) : updateWebhook(webhook.id, terms)),
    onSuccess: onSaved,
    onError: () => focusAddress(form.current),
  });
  const failure = saving.error === null ? null : failureOf(saving.error);
  const fault = failure === null ? null : urlFault(failure);
  const refused = fault === null ? undefined : labels[fault];
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const terms = termsOf(new FormData(submitted.currentTarget));
    setMissing(terms.url === '');
    if (terms.url === '') focusAddress(submitted.currentTarget);
    else saving.mutate(terms);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <h2 id={titleId} className="text-lg font-semibold">
          {webhook === null ? labels.addTitle : labels.editTitle}
        </h2>
        <p className="mt-1 text-muted">{webhook === null ? labels.addText : labels.editText}</p>
      </div>
      {failure !== null && fault === null && <FailureNotice failure={failure} />}
      <TextField
        label={labels.url}
        hint={labels.urlHint}
        error={isMissing ? labels.missingUrl : refused}
        name="url"
        type="url"
        defaultValue={webhook?.url}
        maxLength={URL_CHARACTERS_MAX}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        label={labels.description}
        name="description"
        defaultValue={webhook?.description ?? ''}
        maxLength={DESCRIPTION_CHARACTERS_MAX}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          {review.cancel}
        </Button>
        <Button type="submit" look="primary" disabled={saving.isPending}>
          {saving.isPending ? review.working : webhook === null ? labels.add : labels.save}
        </Button>
      </div>
    </form>
  );
}

interface Terms {
  url: string;
  description: string | null;
}

function termsOf(form: FormData): Terms {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { url: text('url'), description: text('description') || null };
}

/** What is wrong with the address, where that is what the service refuses. */
function urlFault(failure: Failure): 'badUrl' | 'takenUrl' | null {
  if (failure.kind !== 'refused') return null;
  if (failure.status === 409) return 'takenUrl';
  return failure.fields.url === undefined ? null : 'badUrl';
}

function focusAddress(form: HTMLFormElement | null): void {
  (form?.elements.namedItem('url') as HTMLInputElement | null)?.focus();
}
