// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { freePorts } from '../../../test/failover/cluster/processes.ts';
import { createLogger } from '../platform/logging/index.ts';
import { createWaiting } from './waiting.ts';

const HOST = '127.0.0.1';

it('refuses connections until the third failed attempt, then answers probes, and nothing after its end', async () => {
  const [port = 0] = await freePorts(1);
  const waiting = createWaiting({ host: HOST, port, logger: createLogger('silent'), signal: undefined });
  const ask = (path: string) =>
    fetch(`http://${HOST}:${port}${path}`).then(
      ({ status }) => status,
      () => 'refused',
    );
  const seen: unknown[] = [];
  const found = await waiting.for(async () => {
    seen.push(await Promise.all(['/live', '/ready', '/v1/events'].map(ask)));
    if (seen.length < 5) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    return 'found';
  });
  const refused = ['refused', 'refused', 'refused'];
  expect(found).toBe('found');
  expect(seen).toEqual([refused, refused, refused, [200, 503, 503], [200, 503, 503]]);
  await waiting.end();
  expect(await ask('/live')).toBe('refused');
});
