// SPDX-License-Identifier: Apache-2.0
/** A dialog over the page: there for as long as it is mounted, keeps the focus inside, and gives it back. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

export interface DialogProps {
  title: ReactNode;
  lead?: ReactNode;
  width?: 'normal' | 'wide';
  /** Called by Escape and by a click outside; the owner of the dialog closes it. */
  onClose(): void;
  /** Names a button that closes it on phones, where nothing in it does. */
  closeName?: string;
  /** A question whose answer must not be lost: a click outside does nothing. */
  isInsistent?: boolean;
  children: ReactNode;
}

const POPUP =
  'flex max-h-full w-full animate-dialog-in flex-col overflow-hidden rounded-l bg-raised text-body text-ink ' +
  'shadow-dialog ' +
  'focus-visible:outline-none';
const WIDTHS = { normal: 'max-w-120', wide: 'max-w-150' } as const;

export function Dialog(props: DialogProps) {
  const { title, lead, width = 'normal', onClose, closeName, isInsistent = false, children } = props;
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()} disablePointerDismissal={isInsistent}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Base.Viewport
          className="fixed inset-0 z-30 flex items-start justify-center overflow-hidden px-4 pt-[12vh]
          pb-4 max-md:pt-4"
        >
          <Base.Popup className={`${POPUP} ${WIDTHS[width]}`}>
            <div className="px-6 pt-5">
              <div className="flex items-center justify-between gap-3 max-md:-mr-3">
                <Base.Title className="text-title">{title}</Base.Title>
                {closeName !== undefined && (
                  <IconButton label={closeName} onClick={onClose} className="-my-2 md:hidden">
                    <X aria-hidden className="size-4" />
                  </IconButton>
                )}
              </div>
              {lead !== undefined && <Base.Description className="mt-1 text-ink-2">{lead}</Base.Description>}
            </div>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The part that scrolls when the dialog is higher than the screen. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-6 pt-4 pb-5">{children}</div>;
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-6 py-3">
      {children}
    </div>
  );
}
