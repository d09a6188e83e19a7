// SPDX-License-Identifier: Apache-2.0
/** Adds an endpoint, or changes one. The secret of a new one is shown in its place, this once. */
import type { Webhook } from '@svc/contract';
import { WEBHOOK_FORMATS } from '@svc/contract/enums';
import { DESCRIPTION_CHARACTERS_MAX, URL_CHARACTERS_MAX } from '@svc/contract/limits';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useTold } from '../../language/told/index.ts';
import { useWords } from '../../language/word-set.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { showToast } from '../../ui/toast.ts';
import { webhooksWords } from './words.ts';

/** @param webhook null: a new one */
export default function EndpointDialog({ webhook, onClose }: { webhook: Webhook | null; onClose(): void }) {
  const words = useWords(webhooksWords);
  const told = useTold();
  const [secret, setSecret] = useState<string | null>(null);
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
      {...(webhook === null
        ? { title: words.addTitle, lead: words.addText, act: words.add }
        : { title: words.editTitle, lead: words.editText, act: words.save })}
      fields={[
        {
          name: 'url',
          label: words.url,
          hint: words.urlHint,
          kind: 'url',
          maxLength: URL_CHARACTERS_MAX,
          missing: words.missingUrl,
        },
        { name: 'description', label: words.description, maxLength: DESCRIPTION_CHARACTERS_MAX },
        {
          name: 'format',
          label: words.format,
          kind: 'choice',
          choices: WEBHOOK_FORMATS.map((value) => ({ value, name: words.formats[value] })),
          hintOf: (value) => words.formatHints[value as Webhook['format']],
        },
      ]}
      values={{ url: webhook?.url ?? '', description: webhook?.description ?? '', format: webhook?.format ?? 'SVC' }}
      onSend={async ({ url, description, format }) => {
        const body = { url: url.trim(), description: description.trim() || null, format };
        if (webhook === null) return (await callApi('createWebhook', { body })).secret;
        await callApi('updateWebhook', { params: { id: webhook.id }, body });
        return null;
      }}
      reads={['listWebhooks']}
      onSent={(made) => (made === null ? finish(words.saved) : setSecret(made))}
      faultOf={(failure) => {
        const fault = urlFault(failure);
        if (fault !== null) return { field: 'url', text: words[fault] };
        if (failure.kind !== 'refused') return null;
        const { fields, fieldCodes } = failure;
        return fields.format === undefined ? null : { field: 'format', text: told(fields.format, fieldCodes.format) };
      }}
      onClose={onClose}
    />
  );
}

/** The fault of the address, when the service refuses it for that. */
function urlFault(failure: Failure): 'badUrl' | 'takenUrl' | null {
  if (failure.kind !== 'refused') return null;
  if (failure.status === 409) return 'takenUrl';
  return failure.fields.url === undefined ? null : 'badUrl';
}
