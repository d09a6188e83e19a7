// SPDX-License-Identifier: Apache-2.0
/** More about one thing, beside it: what a tooltip must not hold, because not everybody sees tooltips. */
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { FLOAT } from './float.ts';

interface PopoverProps {
  /** Said by readers of the screen, and shown when `isTitled`. */
  title: string;
  isTitled?: boolean;
  /** The content of its button; without one, `anchor` and `open` place and open it. */
  trigger?: ReactNode;
  triggerClass?: string;
  anchor?: RefObject<Element | null>;
  open?: boolean;
  onOpenChange?(isOpen: boolean): void;
  children: ReactNode;
}

export function Popover({
  title,
  isTitled = false,
  trigger,
  triggerClass = '',
  anchor,
  open,
  onOpenChange,
  children,
}: PopoverProps) {
  return (
    <Base.Root {...(open !== undefined && { open })} {...(onOpenChange !== undefined && { onOpenChange })}>
      {trigger !== undefined && <Base.Trigger className={triggerClass}>{trigger}</Base.Trigger>}
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-40" {...(anchor !== undefined && { anchor })}>
          <Base.Popup className={`${FLOAT} max-w-80`} {...(!isTitled && { 'aria-label': title })}>
            {isTitled && <Base.Title className="px-2.5 pt-1.5 font-semibold">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
