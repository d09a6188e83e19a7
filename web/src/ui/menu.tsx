/** A menu under a button: acts on one thing. Loaded with the page's other overlays, not before it is needed. */
import { Menu as Base } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { FLOAT, FLOAT_ITEM } from './float.ts';

export interface MenuAct {
  name: string;
  icon?: ReactNode;
  isDangerous?: boolean;
  run(): void;
}

/** @param label names the button, and the thing that it acts on */
export function ActsMenu({ label, acts }: { label: string; acts: readonly MenuAct[] }) {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={label}
        className="grid size-7 place-items-center rounded-m text-ink-2 transition-colors hover:bg-hover
          hover:text-ink max-md:size-11"
      >
        <Ellipsis aria-hidden className="size-4" />
      </Base.Trigger>
      <Base.Portal role="region" aria-label={label}>
        <Base.Positioner align="end" sideOffset={4} className="z-40">
          <Base.Popup className={`${FLOAT} min-w-44`}>
            {acts.map(({ name, icon, isDangerous, run }) => (
              <Base.Item
                key={name}
                onClick={run}
                className={`${FLOAT_ITEM} ${isDangerous === true ? 'text-block-ink!' : ''}`}
              >
                {icon}
                {name}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
