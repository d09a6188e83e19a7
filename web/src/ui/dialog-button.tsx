// SPDX-License-Identifier: Apache-2.0
/** A button that opens a dialog, whose code is loaded with the first press. */
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import { useShortcut } from './shortcuts.ts';

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  dialog(close: () => void): ReactNode;
  /** The letter that opens it, too. */
  shortcut?: string;
}

export function DialogButton({ dialog, shortcut = '', ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcut(shortcut, () => setOpen(true), shortcut !== '');
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  );
}
