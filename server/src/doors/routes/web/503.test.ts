// SPDX-License-Identifier: Apache-2.0
/** A service without a built app explains how to build it, on every address of the app. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createHttpServer } from '../../http/index.ts';
import { registerWebRoutes } from './index.ts';

it.each(['/app', '/app/', '/app/reviews'])('answers %s with a sentence that says to build', async (url) => {
  const http = createHttpServer(pino({ level: 'silent' }));
  registerWebRoutes(http, '/does/not/exist');
  const answer = await http.inject({ url });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({
    error: 'unavailable',
    message: 'The app is not built. Run `npm run build`, then start again.',
  });
  await http.close();
});
