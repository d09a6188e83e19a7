// SPDX-License-Identifier: Apache-2.0
/** A menu under a button: acts on one thing. Loaded with the page's other overlays, not before it is needed. */
import { Menu as Base } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { FLOAT, FLOAT_ITEM } from './float.ts';

export interface MenuAct {
  name: string;
  /** A line below the name: what it is for. */
  about?: string;
  icon?: ReactNode;
  isDangerous?: boolean;
  run(): void;
}

interface ActsMenuProps {
  /** Names the button, and the thing that it acts on. */
  label: string;
  acts: readonly MenuAct[];
  /** In a button of the usual size, instead of three dots in a small one. */
  children?: ReactNode;
}

export function ActsMenu({ label, acts, children }: ActsMenuProps) {
  return (
    <Base.Root>
      {children === undefined ? (
        <Base.Trigger
          aria-label={label}
          className="grid size-7 place-items-center rounded-m text-ink-2 transition-colors hover:bg-hover
            hover:text-ink max-md:size-11"
        >
          <Ellipsis aria-hidden className="size-4" />
        </Base.Trigger>
      ) : (
        <Base.Trigger className={buttonClass()} disabled={acts.length === 0}>
          {children}
        </Base.Trigger>
      )}
      <Base.Portal role="region" aria-label={label}>
        <Base.Positioner align="end" sideOffset={4} className="z-40">
          <Base.Popup className={`${FLOAT} max-w-[min(20rem,calc(100vw-2rem))] min-w-44`}>
            {acts.map(({ name, about, icon, isDangerous, run }) => (
              <Base.Item
                key={name}
                onClick={run}
                className={`${FLOAT_ITEM} ${isDangerous === true ? 'text-block-ink!' : ''}`}
              >
                {icon}
                {about === undefined ? (
                  name
                ) : (
                  <span className="py-1">
                    {name}
                    <span className="block text-meta text-ink-3">{about}</span>
                  </span>
                )}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
