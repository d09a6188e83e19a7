/** Tells what stood on the open pages when a test failed: the error alone says only what was not there. */
import { afterEach } from 'vitest';
import { openedPages } from './browser.ts';

const TEXT_CHARACTERS_MAX = 1_500;
const TEXT = `(document.querySelector('[role=dialog]') ?? document.querySelector('main') ?? document.body).innerText`;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of await openedPages()) {
    const text = await page.evaluate<string>(TEXT).catch((error: unknown) => String(error));
    process.stderr.write(`\n${task.name}: ${page.url()} shows\n${text.slice(0, TEXT_CHARACTERS_MAX)}\n`);
  }
});
