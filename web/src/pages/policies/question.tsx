// SPDX-License-Identifier: Apache-2.0
/** The question before a policy is turned off or on, enforced, only watches, or is deleted. */
import type { StoredPolicy } from '@svc/contract';
import { lazy, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { storedSpec } from '../../policy/draft/draft.ts';
import { POLICY_READS } from '../../policy/reads.ts';
import { policiesWords } from './words.ts';

const ConfirmLoosening = lazy(() => import('../../policy/loosening/confirm-loosening.tsx'));

const CHANGES = {
  turnOff: { enabled: false },
  turnOn: { enabled: true },
  enforce: { mode: 'ENFORCE' },
  watch: { mode: 'MONITOR' },
} as const;

export type PolicyAct = keyof typeof CHANGES | 'remove';

interface PolicyQuestionProps {
  act: PolicyAct;
  policy: StoredPolicy;
  onRemoved?(): void;
  onClose(): void;
}

export function PolicyQuestion({ act, policy: shown, onRemoved, onClose }: PolicyQuestionProps) {
  const words = useWords(policiesWords);
  // As it was when the question was asked.
  const [policy] = useState(shown);
  const { id, name, updatedAt } = policy;
  if (act === 'remove') {
    return (
      <ConfirmLoosening
        title={words.removeTitle(name)}
        text={words.removeText}
        act={words.remove.toLowerCase()}
        by={{ holding: name }}
        change={{ change: { id, policy: null } }}
        onConfirm={(note) => callApi('deletePolicy', { params: { id }, body: note })}
        reads={POLICY_READS}
        done={words.removed(name)}
        onDone={() => onRemoved?.()}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmLoosening
      title={words[`${act}Title`](name)}
      text={words[`${act}Text`]}
      act={words[act]}
      variant="solid"
      change={{ change: { id, policy: { ...storedSpec(policy), ...CHANGES[act] } } }}
      onConfirm={(note) => callApi('updatePolicy', { params: { id }, body: { updatedAt, ...CHANGES[act], ...note } })}
      reads={POLICY_READS}
      done={words.done}
      onClose={onClose}
    />
  );
}
