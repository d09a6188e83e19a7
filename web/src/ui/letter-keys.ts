// SPDX-License-Identifier: Apache-2.0
/** Whether single keys act on the page (WCAG 2.1.4): a choice of the person that the browser keeps. */
import { useSyncExternalStore } from 'react';
import { keepPreference, readPreference } from '../preference/index.ts';

const NAME = 'letter-keys';
const listeners = new Set<() => void>();
let isOn = readPreference(NAME, ['on', 'off']) !== 'off';

export const areLetterKeysOn = (): boolean => isOn;

export function setLetterKeys(toOn: boolean): void {
  isOn = toOn;
  keepPreference(NAME, toOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function useLetterKeys(): boolean {
  return useSyncExternalStore(subscribe, areLetterKeysOn);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
