// SPDX-License-Identifier: Apache-2.0
/** The acts on a route of either gateway. */
import type { AppOperationId } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { useWords } from '../../language/word-set.ts';
import { registryWords } from '../../registry/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { routesWords } from './words.ts';

const DeleteDialog = lazy(() =>
  import('../../registry/delete-dialog.tsx').then((part) => ({ default: part.DeleteDialog })),
);

interface RouteActsProps {
  route: { id: string; name: string };
  dialog(close: () => void): ReactNode;
  onRemove(): Promise<unknown>;
  reads: readonly AppOperationId[];
  onGone(): void;
}

export function RouteActs({ route: { id, name }, dialog, onRemove, reads, onGone }: RouteActsProps) {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  return (
    <>
      <Link to="/gateway-calls" search={{ route: id }} className={buttonClass('ghost')}>
        {words.calls}
      </Link>
      <DialogButton dialog={dialog}>{common.edit}</DialogButton>
      <DialogButton
        variant="danger-line"
        dialog={(close) => (
          <DeleteDialog
            name={name}
            title={words.removeTitle(name)}
            text={words.removeText}
            usedBy={[]}
            onConfirm={onRemove}
            reads={reads}
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
