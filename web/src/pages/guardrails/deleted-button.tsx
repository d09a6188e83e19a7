// SPDX-License-Identifier: Apache-2.0
/** Guardrails that were deleted, and the way back for each. */
import { History } from 'lucide-react';
import { lazy } from 'react';
import { useWords } from '../../language/word-set.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { guardrailsWords } from './words.ts';

const DeletedDialog = lazy(() => import('./deleted-dialog.tsx'));

export function DeletedButton() {
  const words = useWords(guardrailsWords);
  return (
    <DialogButton dialog={(close) => <DeletedDialog onClose={close} />}>
      <History aria-hidden className="size-4" />
      <span className="max-lg:sr-only">{words.deleted}</span>
    </DialogButton>
  );
}
