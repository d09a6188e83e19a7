// SPDX-License-Identifier: Apache-2.0
/**
 * The name of an icon, shown to the eye. The library gives it neither role nor description: the button says its own.
 */
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children as ReactElement<Record<string, unknown>>} aria-label={text} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-40">
          <Base.Popup className="animate-float-in rounded-s bg-solid px-2 py-1 text-meta text-on-solid">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
