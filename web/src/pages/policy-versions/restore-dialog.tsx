// SPDX-License-Identifier: Apache-2.0
/** The question before a version is restored; a version that was made meanwhile is looked at first. */
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import ConfirmLoosening from '../../policy/loosening/confirm-loosening.tsx';
import { POLICY_READS } from '../../policy/reads.ts';
import { showToast } from '../../ui/toast.ts';
import { versionsWords } from './words.ts';

interface RestoreDialogProps {
  number: number;
  /** The version in force, as this page shows it. */
  current: number;
  onClose(): void;
}

export default function RestoreDialog({ number, current, onClose }: RestoreDialogProps) {
  const words = useWords(versionsWords);
  const { format } = useLanguage();
  const navigate = useNavigate();
  return (
    <ConfirmLoosening
      change={{ version: number }}
      title={words.restoreTitle(format.number(number))}
      text={words.restoreText}
      act={words.restore}
      variant="solid"
      onConfirm={(note) => callApi('restorePolicyVersion', { params: { number }, body: { current, ...note } })}
      reads={POLICY_READS}
      onDone={({ version, changes }) => {
        onClose();
        showToast({ title: changes.length === 0 ? words.same : words.restored(format.number(version)) });
        void navigate({ to: '/policies/versions', search: {} });
      }}
      onClose={onClose}
    />
  );
}
