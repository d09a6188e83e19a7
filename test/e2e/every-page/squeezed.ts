// SPDX-License-Identifier: Apache-2.0
/** A page of the running service that has too little room for something. */
import type { Page } from 'playwright-core';
import { SQUEEZED } from '../../../web/src/stand-in/room.ts';

/** @returns each part of the page that has too little room, with its size and the beginning of its text */
export function squeezedIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(SQUEEZED);
}
