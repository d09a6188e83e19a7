// SPDX-License-Identifier: Apache-2.0
/** The address that a call goes to; and, checked by the compiler, what a call may be given. */
import { expect, it } from 'vitest';
import { apiAddress } from './address.ts';
import { callApi } from './client.ts';
import { pagesOf, readOf } from './reading.ts';

it('fills the parameters in, so that none leaves its place in the path', () => {
  expect(apiAddress('readEventDetail', { params: { id: 'a/../b?c' } })).toBe('/events/a%2F..%2Fb%3Fc');
  expect(apiAddress('proveAudit', { params: { seq: 7 } })).toBe('/audit/7/proof');
});

it('writes the query without what is empty', () => {
  const query = { q: 'a b&c', agent: '', decision: undefined, riskLevel: 'HIGH' } as const;
  expect(apiAddress('listEvents', { query })).toBe('/events?q=a+b%26c&riskLevel=HIGH');
  expect(apiAddress('listEvents')).toBe('/events');
});

it('names a reading by its operation, so that a change can invalidate it', () => {
  expect(readOf('readMe').queryKey).toEqual(['readMe', {}]);
  const pages = pagesOf('listDeliveries', { params: { id: 'w' }, query: { status: 'FAILED' } });
  expect(pages.queryKey).toEqual(['listDeliveries', 'pages', { params: { id: 'w' }, query: { status: 'FAILED' } }]);
});

/** Never run: `tsc` fails when one of these lines begins to compile, or when one that stands right no longer does. */
export function refusedByTheCompiler(): unknown[] {
  return [
    callApi('readMe'),
    callApi('approveReview', { params: { eventId: 'e' }, body: { note: 'n' } }),
    callApi('listWebhooks').then(({ items }) => items[0]?.failingSince),
    // @ts-expect-error: there is no such operation
    callApi('readMoon'),
    // @ts-expect-error: a parameter of the path is missing
    callApi('readEventDetail'),
    // @ts-expect-error: the parameter has another name
    callApi('readEventDetail', { params: { eventId: 'e' } }),
    // @ts-expect-error: the operation takes no parameter
    callApi('readMe', { params: { id: 'e' } }),
    // @ts-expect-error: no such field of the query
    callApi('listEvents', { query: { agnet: 'a' } }),
    // @ts-expect-error: no such word of the query
    callApi('listEvents', { query: { riskLevel: 'MIDDLING' } }),
    // @ts-expect-error: the operation takes no query
    callApi('readUsage', { query: { q: 'a' } }),
    // @ts-expect-error: the body is missing
    callApi('createWebhook', {}),
    // @ts-expect-error: no such field of the body
    callApi('createWebhook', { body: { url: 'https://a.example', colour: 'red' } }),
    // @ts-expect-error: a field of the body has another type
    callApi('updateWebhook', { params: { id: 'w' }, body: { enabled: 'yes' } }),
    // @ts-expect-error: the operation takes no body
    callApi('signOut', { body: { everywhere: true } }),
    // @ts-expect-error: no such field of the answer
    callApi('readMe').then(({ organisation }) => organisation),
    // @ts-expect-error: this operation answers no list
    pagesOf('readMe', {}),
    // @ts-expect-error: no such field of the query
    readOf('listReviews', { query: { state: 'PENDING' } }),
  ];
}
