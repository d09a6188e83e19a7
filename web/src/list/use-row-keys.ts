// SPDX-License-Identifier: Apache-2.0
/** J and K move through the rows, also with the drawer open; Enter opens, Escape closes, X selects. */
import { type RefObject, useRef } from 'react';
import { useShortcut } from '../ui/shortcuts.ts';

interface RowKeysOptions {
  keys: readonly string[];
  openKey: string | undefined;
  rows: RefObject<HTMLElement | null>;
  scrollTo(key: string): void;
  onOpen(key: string, isMoving: boolean): void;
  onClose(): void;
  onSelect(key: string): void;
}

export function useRowKeys({ keys, openKey, rows, scrollTo, onOpen, onClose, onSelect }: RowKeysOptions) {
  const current = useRef<string | undefined>(undefined);
  const at = () => openKey ?? current.current;
  const focus = (key: string) => {
    current.current = key;
    scrollTo(key);
    // A row out of sight is put into the document first. A further key may have moved on meanwhile: the focus of an
    // earlier row would make that row the current one again.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        if (current.current !== key) return;
        rows.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] a`)?.focus({ preventScroll: true });
      });
    });
  };
  const move = (step: number) => {
    const index = keys.indexOf(at() ?? '');
    const next = keys[index === -1 ? 0 : index + step];
    if (next === undefined) return;
    focus(next);
    if (openKey !== undefined) onOpen(next, true);
  };
  const close = () => {
    const key = openKey;
    onClose();
    if (key !== undefined) focus(key);
  };
  const selectCurrent = () => {
    const key = at();
    if (key !== undefined) onSelect(key);
  };
  const openCurrent = () => {
    const key = current.current ?? keys[0];
    if (key !== undefined) onOpen(key, false);
  };
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
  useShortcut('x', selectCurrent);
  useShortcut('Enter', openCurrent);
  useShortcut('Escape', close, openKey !== undefined);
  const setCurrent = (key: string) => {
    current.current = key;
  };
  return { setCurrent, move };
}
