// SPDX-License-Identifier: Apache-2.0
/**
 * Keys that act on the page. Single letters work only outside fields and overlays, unless the person turned them off;
 * `g o` is one after the other.
 * The one that was set last wins, so that a sheet goes before the page under it.
 */
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { areLetterKeysOn } from './letter-keys.ts';

const SEQUENCE_WITHIN_MS = 1_200;

interface Shortcut {
  keys: string;
  run: { current: () => void };
}

const shortcuts: Shortcut[] = [];
let begun: { key: string; atMs: number } | null = null;

/**
 * @param keys `a`, `g r`, `Enter`, or `Ctrl+k`, which works inside fields, too (on a Mac: Command)
 * @param isOn the key does nothing while this is false
 */
export function useShortcut(keys: string, run: () => void, isOn = true): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!isOn) return;
    const shortcut = { keys, run: latest };
    shortcuts.push(shortcut);
    return () => void shortcuts.splice(shortcuts.indexOf(shortcut), 1);
  }, [keys, isOn]);
}

/** Listens, once, for the whole app. */
export function listenForShortcuts(): () => void {
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl) {
    runShortcut(`Ctrl+${event.key.toLowerCase()}`, event);
    return;
  }
  if (isTaken(event) || (event.key.length === 1 && !areLetterKeysOn())) return;
  const first = begun;
  begun = null;
  if (first !== null && event.timeStamp - first.atMs < SEQUENCE_WITHIN_MS) {
    if (runShortcut(`${first.key} ${event.key}`, event)) return;
  }
  if (runShortcut(event.key, event)) return;
  if (shortcuts.some(({ keys }) => keys.startsWith(`${event.key} `))) begun = { key: event.key, atMs: event.timeStamp };
}

function runShortcut(keys: string, event: KeyboardEvent): boolean {
  const found = shortcuts.findLast((shortcut) => shortcut.keys === keys);
  if (found === undefined) return false;
  event.preventDefault();
  // At once: the next key may already be meant for what this one shows.
  flushSync(() => found.run.current());
  return true;
}

const WRITES = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';
/** The armed answer is an `alertdialog` that takes no other key: it stays out of this list. */
const OVERLAYS = '[role=dialog], [role=menu], [role=listbox]';
/** Enter belongs to what has the focus. */
const PRESSES = 'a, button, summary, input';

function isTaken(event: KeyboardEvent): boolean {
  const { key } = event;
  // The editor of text stands in a shadow root, outside of which its host is the target.
  const target = event.composedPath()[0] ?? event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest(`${WRITES}, ${OVERLAYS}`) !== null) return true;
  return key === 'Enter' && target.closest(PRESSES) !== null;
}
