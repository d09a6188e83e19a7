/** The question before a policy is turned off or on, enforced, only watches, or is deleted. */
import type { StoredPolicy } from '@svc/contract';
import { lazy, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { POLICY_READS } from '../../policy/reads.ts';
import { policiesWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

const CHANGES = {
  turnOff: { enabled: false },
  turnOn: { enabled: true },
  enforce: { mode: 'ENFORCE' },
  watch: { mode: 'MONITOR' },
} as const;

export type PolicyAct = keyof typeof CHANGES | 'remove';

interface PolicyQuestionProps {
  act: PolicyAct;
  policy: Pick<StoredPolicy, 'id' | 'name' | 'updatedAt'>;
  onRemoved?(): void;
  onClose(): void;
}

export function PolicyQuestion({ act, policy: shown, onRemoved, onClose }: PolicyQuestionProps) {
  const words = useWords(policiesWords);
  // As it was when the question was asked.
  const [{ id, name, updatedAt }] = useState(shown);
  if (act === 'remove') {
    return (
      <ConfirmDialog
        title={words.removeTitle(name)}
        text={words.removeText}
        act={words.remove.toLowerCase()}
        by={{ holding: name }}
        onConfirm={() => callApi('deletePolicy', { params: { id } })}
        reads={POLICY_READS}
        done={words.removed(name)}
        onDone={() => onRemoved?.()}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={words[`${act}Title`](name)}
      text={words[`${act}Text`]}
      act={words[act]}
      variant="solid"
      onConfirm={() => callApi('updatePolicy', { params: { id }, body: { updatedAt, ...CHANGES[act] } })}
      reads={POLICY_READS}
      done={words.done}
      onClose={onClose}
    />
  );
}
