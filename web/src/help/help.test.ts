// SPDX-License-Identifier: Apache-2.0
/** Readers come to the documentation in the language of the page that they left. */
import { expect, it } from 'vitest';
import { errorUrl, helpUrl } from './index.ts';

it('leads to a guide, and to a place in it, in the language of the page', () => {
  expect(helpUrl('start', 'en')).toBe('/docs/');
  expect(helpUrl('reviews', 'pt-BR')).toBe('/docs/pt-BR/guides/reviews.html');
  expect(helpUrl('apiKeys', 'en')).toBe('/docs/guides/deciding.html#what-a-key-may-do');
  expect(helpUrl('apiKeys', 'pt-BR')).toBe('/docs/pt-BR/guides/deciding.html#o-que-uma-chave-pode-fazer');
});

it('leads to the error that was answered', () => {
  expect(errorUrl('plan_limit', 'pt-BR')).toBe('/docs/pt-BR/reference/errors.html#plan_limit');
});
