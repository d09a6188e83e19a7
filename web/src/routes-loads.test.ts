// SPDX-License-Identifier: Apache-2.0
/** Guarantee: every page that is loaded beforehand has a route, and asks once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LOADS } from './routes-loads.ts';
import { meQuery } from './session/me.ts';

const FILES = ['routes.tsx', 'routes-of-people.tsx', 'routes-of-policies.tsx', 'routes-of-records.tsx'];
const paths = FILES.flatMap((file) =>
  [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path]) => path),
);

afterEach(() => vi.unstubAllGlobals());

describe.each(Object.keys(LOADS))('the page %s', (path) => {
  it('has a route, and asks for what it shows first', async () => {
    expect(paths).toContain(path);
    const fetch = vi.fn(async (_address: string | URL | Request) => Response.json({ items: [], nextCursor: null }));
    vi.stubGlobal('fetch', fetch);
    const queries = new QueryClient();
    queries.setQueryData(meQuery.queryKey, {} as never);
    const place = { queries, search: { q: 'x', sandbox: 'true' }, params: { id: 'one', eventId: 'one' } };
    await LOADS[path]?.(place);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
    await LOADS[path]?.(place);
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

it.each(['/agents', '/overview'])(
  '%s asks for nothing once its session has ended, while its code arrived',
  async (path) => {
    const fetch = vi.fn(async () => Response.json({}));
    vi.stubGlobal('fetch', fetch);
    await LOADS[path]?.({ queries: new QueryClient(), search: {}, params: {} });
    expect(fetch).not.toHaveBeenCalled();
  },
);
