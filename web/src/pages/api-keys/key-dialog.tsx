// SPDX-License-Identifier: Apache-2.0
/** Makes a key, and shows it in its place, this once. */

import type { CreatedApiKey, KeyKind } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useTold } from '../../language/told/index.ts';
import { useWords } from '../../language/word-set.ts';
import { useRecordFault } from '../../registry/record-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { addressesOf, endOf, type KeyValues, permissionsOf, useKeyFields } from './key-fields.tsx';
import { KeyOnce } from './key-once.tsx';
import { apiKeysWords } from './words.ts';

/** The narrowest key that works: a person widens it knowingly. */
const NARROWEST: Omit<KeyValues, 'agent'> = {
  name: '',
  kind: 'TEST',
  permissions: ['decide', 'read', 'test'],
  apply: false,
  ips: '',
  end: '90',
  date: '',
};

interface KeyDialogProps {
  /** The agent that it is bound to, unless another one is chosen. */
  agent?: string;
  onClose(): void;
}

export default function KeyDialog({ agent, onClose }: KeyDialogProps) {
  const words = useWords(apiKeysWords);
  const agents = useQuery(readOf('listAgents', { query: { limit: '2' } }));
  const fields = useKeyFields(null);
  const faultOf = useKeyFault();
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  if (made !== null) {
    const finish = () => {
      onClose();
      showToast({ title: words.stored });
    };
    return <KeyOnce made={made} onStored={finish} />;
  }
  if (agents.isPending) return null;
  const [first, ...others] = agents.data?.items ?? [];
  const only = others.length === 0 ? (first?.name ?? null) : null;
  return (
    <FormDialog
      title={words.addTitle}
      lead={words.addText}
      act={words.addAct}
      fields={fields}
      values={{ ...NARROWEST, agent: agent ?? only }}
      onSend={(values) => callApi('createApiKey', { body: bodyOf(values) })}
      reads={['listApiKeys', 'readAgent']}
      onSent={setMade}
      faultOf={faultOf}
      onClose={onClose}
    />
  );
}

const bodyOf = (values: KeyValues) => ({
  name: values.name.trim(),
  kind: values.kind as KeyKind,
  agent: values.agent,
  permissions: permissionsOf(values),
  allowedIps: addressesOf(values),
  expiresAt: endOf(values),
});

/** The service names fields as its records do. */
export function useKeyFault() {
  const faultOf = useRecordFault<KeyValues>(['name', 'agent']);
  const told = useTold();
  return (failure: Parameters<typeof faultOf>[0]) => {
    if (failure.kind === 'refused') {
      for (const [path, message] of Object.entries(failure.fields)) {
        const text = told(message, failure.fieldCodes[path]);
        if (path.startsWith('allowedIps')) return { field: 'ips' as const, text };
        if (path.startsWith('permissions')) return { field: 'permissions' as const, text };
        if (path === 'expiresAt') return { field: 'end' as const, text };
      }
    }
    return faultOf(failure);
  };
}
