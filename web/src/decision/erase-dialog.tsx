// SPDX-License-Identifier: Apache-2.0
/** Asks what of the agent's words to erase, all of them at first. */
import type { ContextField } from '@svc/contract';
import { useState } from 'react';
import { callApi } from '../api/client.ts';
import { useWords } from '../language/word-set.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CheckField } from '../ui/field.tsx';
import { actWords } from './act-words.ts';

interface EraseDialogProps {
  eventId: string;
  /** Those that are there. */
  fields: readonly ContextField[];
  onErased(): void;
  onClose(): void;
}

export function EraseDialog({ eventId, fields, onErased, onClose }: EraseDialogProps) {
  const { erase, fields: names } = useWords(actWords);
  const [chosen, setChosen] = useState<readonly ContextField[]>(fields);
  const toggle = (field: ContextField) =>
    setChosen((now) => (now.includes(field) ? now.filter((one) => one !== field) : [...now, field]));
  const isAll = fields.every((field) => chosen.includes(field));
  return (
    <ConfirmDialog
      title={erase.title}
      text={erase.text}
      act={erase.confirm}
      isWaiting={chosen.length === 0}
      onConfirm={() =>
        callApi('eraseEventContext', { params: { id: eventId }, body: isAll ? {} : { fields: [...chosen] } })
      }
      reads={['readEventDetail', 'listEvents', 'listReviews']}
      done={erase.done}
      onDone={onErased}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-meta font-medium text-ink-2">{erase.which}</legend>
        {fields.map((field) => (
          <CheckField
            key={field}
            label={names[field]}
            checked={chosen.includes(field)}
            onChange={() => toggle(field)}
          />
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
