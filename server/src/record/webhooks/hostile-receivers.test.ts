// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a receiver that answers by hostile means costs one bounded call, leads nowhere, and fails no other delivery. */
import type { CreatedWebhook, Delivery, DeliveryList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { type Answering, startUpstream, type Upstream } from '#harness/upstream';

let service: TestService;
let owner: Browser;
let inside: Upstream;
let receiver: Upstream;

/** An endless answer ends with its connection alone. */
const ANSWERS: Readonly<Record<string, Answering>> = {
  '/endless': (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/plain' });
    const more = (): void => {
      while (!reply.destroyed && reply.write('x'.repeat(65_536)));
      if (!reply.destroyed) reply.once('drain', more);
    };
    more();
  },
  '/redirect': (_request, reply) => reply.writeHead(307, { location: `${inside.url}/stolen` }).end(),
  '/moved': (_request, reply) => reply.writeHead(301, { location: '//169.254.169.254/latest' }).end(),
  '/gzip': (_request, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
  '/headers': (_request, _reply, socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n${`X: ${'h'.repeat(1_000)}\r\n`.repeat(60)}\r\n`),
  '/header': (_request, _reply, socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'h'.repeat(60_000)}\r\n\r\n`),
  '/not-http': (_request, _reply, socket) => socket.end('SSH-2.0-OpenSSH\r\n'),
  '/nothing': (_request, _reply, socket) => socket.destroy(),
  '/upgrade': (_request, _reply, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'),
};

beforeAll(async () => {
  inside = await startUpstream((_request, reply) => reply.end('inside'));
  receiver = await startUpstream((request, reply, socket) => {
    const answer = ANSWERS[request.path];
    if (answer === undefined) reply.end('good');
    else answer(request, reply, socket);
  });
  service = await openOrganization({ provisioning: () => acmeWithPeople({ settings: ['privateNetworks: true'] }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
  await inside.stop();
});

/** Sends one to the path. @returns it after its first attempt */
async function delivered(path: string): Promise<Delivery> {
  const { body: webhook } = await owner.call<CreatedWebhook>('/webhooks', { body: { url: receiver.url + path } });
  expect((await owner.call(`/webhooks/${webhook.id}/test`, { method: 'POST' })).status).toBe(200);
  let last: Delivery | undefined;
  const attempts = async () => {
    [last] = (await owner.call<DeliveryList>(`/webhooks/${webhook.id}/deliveries`)).body.items;
    return last?.log.length;
  };
  await expect.poll(attempts).toBe(1);
  return last ?? expect.fail();
}

it.each<[string, number | null, Delivery['status']]>([
  ['/endless', 200, 'DELIVERED'],
  ['/gzip', 200, 'DELIVERED'],
  ['/redirect', 307, 'WAITING'],
  ['/moved', 301, 'WAITING'],
  ['/headers', null, 'WAITING'],
  ['/header', null, 'WAITING'],
  ['/not-http', null, 'WAITING'],
  ['/nothing', null, 'WAITING'],
  ['/upgrade', null, 'WAITING'],
])('%s has the status %s and is %s', async (path, status, outcome) => {
  const delivery = await delivered(path);
  expect([delivery.log[0]?.status, delivery.status]).toEqual([status, outcome]);
  expect(receiver.requests.filter((request) => request.path === path)).toHaveLength(1);
  await expect.poll(() => receiver.openConnections()).toBeLessThanOrEqual(1);
  expect(inside.connections()).toBe(0);
  expect((await delivered(`/good${path}`)).status).toBe('DELIVERED');
});
