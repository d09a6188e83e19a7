// SPDX-License-Identifier: Apache-2.0
/** Makes a token of the directory. The next dialog shows it, this once. */
import type { CreatedScimToken } from '@svc/contract';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { directoryWords } from './words.ts';

const DAYS = { least: 1, most: 730, usual: 365 };

export function TokenDialog({ onMade, onClose }: { onMade(made: CreatedScimToken): void; onClose(): void }) {
  const words = useWords(directoryWords);
  return (
    <FormDialog<{ days: string }, CreatedScimToken>
      title={words.makeToken}
      lead={words.makeTokenLead}
      act={words.makeToken}
      values={{ days: String(DAYS.usual) }}
      fields={[
        {
          name: 'days',
          label: words.days,
          hint: words.daysHint,
          missing: words.badDays,
          ...{ inputMode: 'numeric', isShort: true, maxLength: 3, autoComplete: 'off' },
          faultOf: (text: string) => (isDays(text) ? null : words.badDays),
        },
      ]}
      onSend={({ days }) => callApi('createScimToken', { body: { days: Number(days) } })}
      reads={['readScim']}
      onSent={(made) => {
        onMade(made);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const isDays = (text: string) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= DAYS.least && Number(text) <= DAYS.most;
