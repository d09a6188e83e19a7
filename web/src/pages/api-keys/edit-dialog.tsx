// SPDX-License-Identifier: Apache-2.0
/** Changes the name, the permissions, the addresses or the end of a key; its value, kind and agent never change. */
import type { ApiKey } from '@svc/contract';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { RecordDialog } from '../../registry/record-dialog.tsx';
import { registryWords } from '../../registry/words.ts';
import { showToast } from '../../ui/toast.ts';
import { useKeyFault } from './key-dialog.tsx';
import { addressesOf, endOf, type KeyValues, permissionsOf, useKeyFields } from './key-fields.tsx';
import { apiKeysWords } from './words.ts';

export default function EditDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const words = useWords(apiKeysWords);
  const common = useWords(registryWords);
  return (
    <RecordDialog<ApiKey, KeyValues, ApiKey>
      title={words.editTitle(apiKey.name)}
      act={common.save}
      fields={useKeyFields(apiKey)}
      record={apiKey}
      valuesOf={valuesOf}
      onSend={(values, updatedAt) =>
        callApi('updateApiKey', {
          params: { id: apiKey.id },
          body: {
            name: values.name.trim(),
            permissions: permissionsOf(values),
            allowedIps: addressesOf(values),
            expiresAt: endOf(values),
            updatedAt,
          },
        })
      }
      reads={['listApiKeys', 'readApiKey', 'readAgent']}
      faultOf={useKeyFault()}
      onSent={() => {
        onClose();
        showToast({ title: common.saved });
      }}
      onClose={onClose}
    />
  );
}

function valuesOf({ name, kind, agent, permissions, allowedIps, expiresAt }: ApiKey): KeyValues {
  return {
    name,
    kind,
    agent: agent?.name ?? null,
    permissions: permissions.filter((one) => one !== 'apply'),
    apply: permissions.includes('apply'),
    ips: allowedIps?.join('\n') ?? '',
    end: expiresAt === null ? '' : 'date',
    date: dayOf(expiresAt),
  };
}

/** The day of a moment where the person is, as a field of a date has it. */
function dayOf(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
