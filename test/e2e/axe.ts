// SPDX-License-Identifier: Apache-2.0
/**
 * Axe, asked directly. Its builder for Playwright brings axe anew for each question, and opens a page for each result.
 * A page without frames needs neither, and answers in a third of the time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { NodeResult, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that axe leaves to who asks: a control is named by what it shows, as WCAG 2.5.3 wants. */
const MORE_RULES: RunOptions['rules'] = { 'label-content-name-mismatch': { enabled: true } };

export interface Violation {
  /** The rule's name in axe. */
  id: string;
  /** The elements, as they stand in the page. */
  at: string[];
}

/**
 * @param asked the rules or tags; without them axe's own choice
 * @param exclude a selector of what axe need not look at
 */
export async function violationsIn(
  page: Page,
  { runOnly, exclude }: { runOnly?: RunOptions['runOnly']; exclude?: string } = {},
): Promise<Violation[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(SOURCE);
  const context = exclude === undefined ? 'document' : JSON.stringify({ exclude: [[exclude]] });
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(runOnly === undefined ? { rules: MORE_RULES } : { runOnly }),
  });
  const found = await page.evaluate<{ id: string; nodes: Pick<NodeResult, 'html'>[] }[]>(
    `axe.run(${context}, ${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return found.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
}
