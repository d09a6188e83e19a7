// SPDX-License-Identifier: Apache-2.0
/** A service without built packages explains how to build them, on every address of them. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createHttpServer } from '../../../http/index.ts';
import { registerPackages } from './index.ts';

it.each(['/packages', '/packages/', '/packages/svc-sdk-0.1.0.tgz', '/packages/simple/', '/packages/simple/svc-sdk/'])(
  'answers %s with a sentence',
  async (url) => {
    const http = createHttpServer(pino({ level: 'silent' }));
    registerPackages(http, () => 'http://127.0.0.1', '/does/not/exist');
    const answer = await http.inject({ url });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      error: 'unavailable',
      message: 'The packages are not built. Run `npm run build`, then start again.',
    });
    await http.close();
  },
);
