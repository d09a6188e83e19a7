// SPDX-License-Identifier: Apache-2.0
/** The overlays of the page: palette, account menu, the sheet of phones, the list of keys; and the toasts. */
import type { RefObject } from 'react';
import { Toaster } from '../ui/toaster.tsx';
import { AccountMenu } from './account-menu.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { useNotingPlaces } from './last-places.ts';
import { MoreSheet } from './more-sheet.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import type { Overlay } from './overlay.ts';
import { Palette } from './palette.tsx';

interface OverlaysProps {
  open: Overlay | null;
  setOpen(overlay: Overlay | null): void;
  accountButton: RefObject<HTMLButtonElement | null>;
  organizationButton: RefObject<HTMLButtonElement | null>;
}

export default function Overlays({ open, setOpen, accountButton, organizationButton }: OverlaysProps) {
  const close = () => setOpen(null);
  useNotingPlaces();
  return (
    <>
      <AccountMenu isOpen={open === 'account'} button={accountButton} onClose={close} onKeys={() => setOpen('keys')} />
      <OrganizationMenu isOpen={open === 'organizations'} button={organizationButton} onClose={close} />
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'more' && <MoreSheet onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
      <Toaster />
    </>
  );
}
