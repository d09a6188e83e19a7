// SPDX-License-Identifier: Apache-2.0
/** A person's acts on a page, and the things that they wait for. */
import { expect, vi } from 'vitest';
import { type Locator, locators, page, userEvent } from 'vitest/browser';
import { HELD_FOR_MS } from '../ui/hold-button.tsx';
import { words as ui } from '../ui/words-en.ts';

/** Waits until it can be seen. */
export const seen = (what: Locator) => expect.element(what).toBeVisible();

/** Waits until it is on the page no more. */
export const gone = (what: Locator) => expect.element(what).not.toBeInTheDocument();

/** The dialog that is open. A toast has that role too, and stays for seconds. */
export const dialog = () => page.openDialog();

/** The record that is open beside a list. */
export const drawer = () => page.openDrawer();

locators.extend({ openDialog: () => '[role="dialog"]:not([data-toast])', openDrawer: () => '[data-drawer]' });
declare module 'vitest/browser' {
  interface LocatorSelectors {
    openDialog(): Locator;
    openDrawer(): Locator;
  }
}

/** A button of the dialog that is open. */
export const pressInDialog = (name: string) => click(dialog().getByRole('button', { name, exact: true }));

export const keys = (text: string) => userEvent.keyboard(text);

/**
 * A press of the mouse on what can be reached: visible, not switched off, and covered by nothing. The events are made
 * in the page, because a press from outside it takes as long as the rest of a test.
 */
export async function click(what: Locator): Promise<void> {
  // Until the last act's change is drawn.
  await new Promise(requestAnimationFrame);
  await expect.poll(() => reasonAgainst(what), { message: `press ${what.selector}` }).toBe('');
  const element = what.element() as HTMLElement;
  const at = centreOf(element);
  const options = { bubbles: true, cancelable: true, composed: true, ...at, detail: 1, button: 0 };
  const pointer = { ...options, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  element.dispatchEvent(new PointerEvent('pointerover', pointer));
  element.dispatchEvent(new MouseEvent('mouseover', options));
  element.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  if (element.dispatchEvent(new MouseEvent('mousedown', { ...options, buttons: 1 }))) focusWithin(element);
  element.dispatchEvent(new PointerEvent('pointerup', pointer));
  element.dispatchEvent(new MouseEvent('mouseup', options));
  element.dispatchEvent(new PointerEvent('click', pointer));
}

/** Gives it the focus, as the Tab key does. */
export async function focus(what: Locator): Promise<void> {
  await seen(what);
  (what.element() as HTMLElement).focus();
}

function reasonAgainst(what: Locator): string {
  const element = what.query();
  if (element === null) return 'it is not on the page';
  if (element.matches(':disabled')) return 'it is switched off';
  let top: Element | null = null;
  // In the middle, where what sticks to an edge does not cover it.
  for (const block of ['nearest', 'center'] as const) {
    element.scrollIntoView({ block, inline: 'nearest' });
    const { clientX, clientY } = centreOf(element);
    top = document.elementFromPoint(clientX, clientY);
    if (top !== null && (element.contains(top) || top.closest('label')?.control === element)) return '';
  }
  return top === null ? 'it is outside of the window' : `it is under ${top.outerHTML.slice(0, 200)}`;
}

function centreOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

function focusWithin(element: HTMLElement): void {
  const focusable = element.closest<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]');
  if (focusable === null) (document.activeElement as HTMLElement | null)?.blur();
  else focusable.focus();
}

/** Holds the button of the dialog until its act begins. Time passes at once; the act begins at its last moment. */
export async function hold(act: string): Promise<void> {
  const held = dialog().getByRole('button', { name: ui.keepHolding(act) });
  await focus(dialog().getByRole('button', { name: ui.holdTo(act) }));
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now });
  await keys('{Enter>}');
  await seen(held);
  vi.advanceTimersByTime(HELD_FOR_MS - 1);
  await seen(held);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  vi.setSystemTime(now);
  await gone(held);
  await keys('{/Enter}');
}

/** Chooses a record by its name, by the keyboard, once the list has come to rest. */
export async function choose(field: Locator, name: string): Promise<void> {
  const options = page.getByRole('listbox').getByRole('option');
  await field.fill(name);
  await seen(page.getByRole('listbox').getByRole('option', { name }));
  await expect.poll(() => options.elements().length).toBe(1);
  await keys('{ArrowDown}');
  await expect.poll(() => document.querySelector('[role=option][data-highlighted]')).not.toBeNull();
  await keys('{Enter}');
  await gone(page.getByRole('listbox'));
}

/** The text of an editor of code, line by line as it stands on the page. */
export const codeIn = (editor: Locator): string => (editor.query() as HTMLElement | null)?.innerText ?? '';

/** Puts a text in the place of everything in it, as from the clipboard. */
export async function pasteOver(editor: Locator, text: string): Promise<void> {
  await seen(editor);
  const element = editor.element() as HTMLElement;
  element.focus();
  await keys('{Control>}a{/Control}');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
