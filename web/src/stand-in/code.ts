/** An editor of code as a test reads and changes it. */
import type { Locator } from 'vitest/browser';
import { keys, seen } from './acts.ts';

/** The text, line by line as it stands on the page. */
export const codeIn = (editor: Locator): string => (editor.query() as HTMLElement | null)?.innerText ?? '';

/** Puts a text in the place of everything, as from the clipboard. */
export async function pasteOver(editor: Locator, text: string): Promise<void> {
  await seen(editor);
  const element = editor.element() as HTMLElement;
  element.focus();
  await keys('{Control>}a{/Control}');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
