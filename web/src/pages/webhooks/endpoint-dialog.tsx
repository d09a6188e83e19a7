/** Adds an endpoint, or changes one. The secret of a new one is shown in its place, this once. */
import type { Webhook } from '@svc/contract';
import { DESCRIPTION_CHARACTERS_MAX, URL_CHARACTERS_MAX } from '@svc/contract/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, fieldOf } from '../../ui/form-dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { showToast } from '../../ui/toast.ts';
import { webhooksWords } from './words.ts';

interface Terms {
  url: string;
  description: string;
}

/** @param webhook null: a new one */
export default function EndpointDialog({ webhook, onClose }: { webhook: Webhook | null; onClose(): void }) {
  const words = useWords(webhooksWords);
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<Terms>({ defaultValues: { url: webhook?.url ?? '', description: webhook?.description ?? '' } });
  const saving = useAct(
    async (terms: Terms) => {
      const body = { url: terms.url.trim(), description: terms.description.trim() || null };
      if (webhook === null) return (await callApi('createWebhook', { body })).secret;
      await callApi('updateWebhook', { params: { id: webhook.id }, body });
      return null;
    },
    ['listWebhooks'],
    (made) => (made === null ? finish(words.saved) : setSecret(made)),
  );
  const finish = (title: string) => {
    onClose();
    showToast({ title });
  };
  if (secret !== null) {
    return (
      <SecretOnce
        title={words.secretTitle}
        lead={words.secretHint}
        label={words.secret}
        secret={secret}
        onStored={() => finish(words.added)}
      />
    );
  }
  return (
    <FormDialog
      title={webhook === null ? words.addTitle : words.editTitle}
      lead={webhook === null ? words.addText : words.editText}
      form={form}
      act={webhook === null ? words.add : words.save}
      onSend={(terms) => saving.mutateAsync(terms)}
      faultOf={(error) => {
        const fault = urlFault(error);
        return fault === null ? null : { field: 'url', text: words[fault] };
      }}
      onClose={onClose}
    >
      <TextField
        label={words.url}
        hint={words.urlHint}
        type="url"
        maxLength={URL_CHARACTERS_MAX}
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'url', { validate: (url) => url.trim() !== '' || words.missingUrl })}
      />
      <TextField label={words.description} maxLength={DESCRIPTION_CHARACTERS_MAX} {...fieldOf(form, 'description')} />
    </FormDialog>
  );
}

/** The fault of the address, when the service refuses it for that. */
function urlFault(error: unknown): 'badUrl' | 'takenUrl' | null {
  const failure = failureOf(error);
  if (failure.kind !== 'refused') return null;
  if (failure.status === 409) return 'takenUrl';
  return failure.fields.url === undefined ? null : 'badUrl';
}
