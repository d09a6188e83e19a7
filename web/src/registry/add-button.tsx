// SPDX-License-Identifier: Apache-2.0
/**
 * Makes a new record: the solid button of a list, which C presses too, and the one of an empty list. The dialog stands
 * with the first, which stays while the list fills: a secret that is shown once must not go with the empty list.
 */
import type { AppOperationId } from '@svc/contract';
import { Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Can } from '../session/may.tsx';
import { Button } from '../ui/button.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { Key } from '../ui/tag.tsx';

interface Adding {
  operation: AppOperationId;
  name: string;
  dialog(close: () => void): ReactNode;
}

/** @returns the button of the head with the dialog, and the one of an empty list */
export function useAdding({ operation, name, dialog }: Adding): { main: ReactNode; plain: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return {
    main: (
      <Can operation={operation}>
        <MainButton name={name} onOpen={open} />
        {isOpen && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
      </Can>
    ),
    plain: (
      <Can operation={operation}>
        <Button aria-haspopup="dialog" onClick={open}>
          <Plus aria-hidden className="size-4" />
          {name}
        </Button>
      </Can>
    ),
  };
}

function MainButton({ name, onOpen }: { name: string; onOpen(): void }) {
  useShortcut('c', onOpen);
  return (
    <Button variant="solid" aria-haspopup="dialog" onClick={onOpen}>
      <Plus aria-hidden className="size-4" />
      <span className="max-md:sr-only">{name}</span> <Key>C</Key>
    </Button>
  );
}
