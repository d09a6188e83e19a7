// SPDX-License-Identifier: Apache-2.0
/**
 * Fills while it is held, by pointer, Space or Enter, and acts when it is full; letting go empties it. For acts that
 * stop something at once.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useAnnounce } from './announcer.tsx';

export const HELD_FOR_MS = 1_200;

interface HoldButtonProps {
  act: string;
  icon?: ReactNode;
  isBusy?: boolean;
  onHeld(): void;
}

const BUTTON =
  'relative inline-grid h-8 shrink-0 touch-none overflow-hidden rounded-m bg-block-soft font-medium ' +
  'whitespace-nowrap text-block-ink select-none aria-disabled:cursor-not-allowed max-md:h-11';
/** Both faces lie on each other: the filled one is uncovered from the left. */
const FACE = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2 px-3';

export function HoldButton({ act, icon, isBusy = false, onHeld }: HoldButtonProps) {
  const { ui } = useLanguage().messages;
  const announce = useAnnounce();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => {
      setHeld(false);
      onHeld();
    }, HELD_FOR_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onHeld]);
  const begin = () => {
    if (isBusy || isHeld) return;
    setHeld(true);
    announce(ui.keepHolding(act));
  };
  const end = () => setHeld(false);
  const word = isBusy ? ui.working : isHeld ? ui.keepHolding(act) : ui.holdTo(act);
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
      {...holdKeys(begin, end)}
      className={BUTTON}
    >
      <span className={FACE}>
        {icon}
        {word}
      </span>
      {/* Keeps the width while the word changes. */}
      <span aria-hidden className={`${FACE} invisible max-md:hidden`}>
        {icon}
        {ui.keepHolding(act)}
      </span>
      <span
        aria-hidden
        className={`${FACE} bg-block-fill text-on-block ${isHeld ? 'hold-fill hold-full' : 'hold-empty'}`}
      >
        {icon}
        {word}
      </span>
    </button>
  );
}

function holdKeys(begin: () => void, end: () => void) {
  const isHoldKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
  return {
    onKeyDown(event: KeyboardEvent) {
      if (!isHoldKey(event)) return;
      event.preventDefault();
      if (!event.repeat) begin();
    },
    onKeyUp(event: KeyboardEvent) {
      if (!isHoldKey(event)) return;
      event.preventDefault();
      end();
    },
  };
}
