/** The overlays of the page: palette, account menu, the sheet of phones, the list of keys; and the toasts. */
import type { RefObject } from 'react';
import { Toaster } from '../ui/toaster.tsx';
import { AccountMenu } from './account-menu.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { MoreSheet } from './more-sheet.tsx';
import type { Overlay } from './overlay.ts';
import { Palette } from './palette.tsx';

interface OverlaysProps {
  open: Overlay | null;
  setOpen(overlay: Overlay | null): void;
  accountButton: RefObject<HTMLButtonElement | null>;
}

export default function Overlays({ open, setOpen, accountButton }: OverlaysProps) {
  const close = () => setOpen(null);
  return (
    <>
      <AccountMenu isOpen={open === 'account'} button={accountButton} onClose={close} onKeys={() => setOpen('keys')} />
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'more' && <MoreSheet onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
      <Toaster />
    </>
  );
}
