// SPDX-License-Identifier: Apache-2.0
/** The acts at the foot of a record: changing and deleting it, behind those of its kind. */
import type { AppOperationId, Referrer } from '@svc/contract';
import { lazy, type ReactNode } from 'react';
import { useWords } from '../language/word-set.ts';
import { DialogButton } from '../ui/dialog-button.tsx';
import { registryWords } from './words.ts';

const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then((part) => ({ default: part.DeleteDialog })));

interface RecordActsProps {
  name: string;
  /** From the words of its page. */
  words: { removeTitle(name: string): string; removeText: string; removed(name: string): string };
  edit(close: () => void): ReactNode;
  onRemove(): Promise<unknown>;
  list: AppOperationId;
  usedBy?: readonly Referrer[];
  usedByTotal?: number;
  onGone(): void;
  children?: ReactNode;
}

export function RecordActs(props: RecordActsProps) {
  const { name, words, edit, onRemove, list, usedBy = [], usedByTotal, onGone, children } = props;
  const common = useWords(registryWords);
  return (
    <>
      {children}
      <DialogButton dialog={edit}>{common.edit}</DialogButton>
      <DialogButton
        variant="danger-line"
        dialog={(close) => (
          <DeleteDialog
            name={name}
            title={words.removeTitle(name)}
            text={words.removeText}
            usedBy={usedBy}
            {...(usedByTotal !== undefined && { usedByTotal })}
            onConfirm={onRemove}
            reads={[list]}
            done={words.removed(name)}
            onDone={onGone}
            onClose={close}
          />
        )}
      >
        {common.remove}
      </DialogButton>
    </>
  );
}
