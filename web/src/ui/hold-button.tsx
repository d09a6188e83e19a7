/**
 * Fills while it is held, by pointer, Space or Enter, and acts when it is full; letting go empties it. For acts that
 * stop something at once.
 */
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useAnnounce } from './announcer.tsx';
import { buttonClass } from './button.tsx';

const HELD_FOR_MS = 1_200;

interface HoldButtonProps {
  act: string;
  isBusy?: boolean;
  onHeld(): void;
}

export function HoldButton({ act, isBusy = false, onHeld }: HoldButtonProps) {
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
  const isHoldKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
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
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        if (!event.repeat) begin();
      }}
      onKeyUp={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        end();
      }}
      className={`${buttonClass('danger-line')} relative touch-none overflow-hidden select-none`}
    >
      <span
        aria-hidden
        className={`absolute inset-0 origin-left bg-block-soft ${isHeld ? 'hold-fill scale-x-100' : 'scale-x-0'}`}
      />
      <span className="relative">{isBusy ? ui.working : isHeld ? ui.keepHolding(act) : ui.holdTo(act)}</span>
    </button>
  );
}
