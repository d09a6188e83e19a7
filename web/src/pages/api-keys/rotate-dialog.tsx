// SPDX-License-Identifier: Apache-2.0
/** Replaces a key: a new one with the same terms, shown this once, while the old one works on for a while. */
import type { ApiKey, ApiKeyRotation } from '@svc/contract';
import { KEY_GRACE_HOURS_DEFAULT } from '@svc/contract/limits';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { KeyOnce } from './key-once.tsx';
import { apiKeysWords } from './words.ts';

const GRACE_HOURS = [0, 1, 24, 72, 168] as const;

export default function RotateDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const words = useWords(apiKeysWords);
  const [made, setMade] = useState<ApiKeyRotation | null>(null);
  if (made !== null) {
    const finish = () => {
      onClose();
      showToast({ title: words.rotated });
    };
    return <KeyOnce made={made} onStored={finish} />;
  }
  return (
    <FormDialog
      title={words.rotateTitle(name)}
      lead={words.rotateText}
      act={words.rotateAct}
      fields={[
        {
          name: 'graceHours',
          label: words.grace,
          kind: 'choice',
          choices: GRACE_HOURS.map((hours) => ({ value: String(hours), name: words.graces(hours) })),
        },
      ]}
      values={{ graceHours: String(KEY_GRACE_HOURS_DEFAULT) }}
      onSend={({ graceHours }) => callApi('rotateApiKey', { params: { id }, body: { graceHours: Number(graceHours) } })}
      reads={['listApiKeys', 'readApiKey', 'readAgent']}
      onSent={setMade}
      onClose={onClose}
    />
  );
}
