// SPDX-License-Identifier: Apache-2.0
/**
 * Tells what stood on the open pages when a test failed, and which calls had no answer or were refused. The error alone
 * says only what was not there.
 */
import { afterEach } from 'vitest';
import { callsOf, openedPages } from './of-worker.ts';

const TEXT_CHARACTERS_MAX = 1_500;
/** All that lies above the page, or the page itself. An open list hides the rest of its dialog from roles. */
const TEXT = `(() => {
  const above = [...document.querySelectorAll('[role=dialog], [role=listbox], [role=menu]')];
  const parts = above.length > 0 ? above : [document.querySelector('main') ?? document.body];
  return parts.map((part) => (part.role ?? 'page') + ': ' + part.innerText).reverse().join('\\n');
})()`;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of await openedPages()) {
    const text = await page.evaluate<string>(TEXT).catch((error: unknown) => String(error));
    // The console's output belongs to its test: CI prints that of a failed one last.
    console.error(`${page.url()} shows\n${text.slice(0, TEXT_CHARACTERS_MAX)}\n${callsOf(page).join('\n')}\n`);
  }
});
