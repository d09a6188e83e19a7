// SPDX-License-Identifier: Apache-2.0
/** Guarantee: no address of the corpus is reached, in any spelling and through any name. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '#harness/upstream';
import { createEgress, EgressFault } from './index.ts';

const CORPUS = join(import.meta.dirname, '../../../../test/egress/refused-addresses.txt');
const cases = readFileSync(CORPUS, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map((line) => {
    const [url = '', resolved] = line.split(' -> ');
    return { url: url === '""' ? '' : url, resolved: resolved?.split(' ') };
  });

/** Node reports every TCP connection that the process begins. */
let begun = 0;
const onSocket = () => {
  begun += 1;
};
let canary: Upstream;

beforeAll(async () => {
  canary = await startUpstream((_request, reply) => reply.end('reached'), { host: '0.0.0.0' });
  subscribe('net.client.socket', onSocket);
});
afterAll(async () => {
  unsubscribe('net.client.socket', onSocket);
  await canary.stop();
});

const call = {
  method: 'GET',
  timeoutMs: 5_000,
  bodyBytesMax: 100,
  carriesCredential: false,
  privateNetworks: true,
} as const;

async function faultOf(url: string, resolved: readonly string[] | undefined): Promise<string> {
  const egress = createEgress({ allow: [], resolver: async () => resolved ?? ['93.184.216.34'] });
  try {
    const { status } = await egress.request({ ...call, url });
    return `answered ${status}`;
  } catch (error) {
    return error instanceof EgressFault ? error.code : String(error);
  } finally {
    await egress.close();
  }
}

it('is a corpus of more than 300 addresses', () => {
  expect(cases.length).toBeGreaterThan(300);
});

it('reaches none of them, and begins no connection', async () => {
  const before = begun;
  const reached: string[] = [];
  for (const { url, resolved } of cases) {
    const fault = await faultOf(url, resolved);
    if (fault !== 'egress_refused' && fault !== 'invalid_address') reached.push(`${url} -> ${resolved}: ${fault}`);
  }
  expect(reached).toEqual([]);
  expect(begun).toBe(before);
});

it('reaches none of them on the port on which this machine listens', async () => {
  const before = begun;
  const reached: string[] = [];
  for (const { url, resolved } of cases) {
    const fault = await faultOf(
      url.replace(/^(https?:\/\/[^/:]+|https?:\/\/\[[^\]]+\])\/$/, `$1:${canary.port}/`),
      resolved,
    );
    if (fault !== 'egress_refused' && fault !== 'invalid_address') reached.push(`${url} -> ${resolved}: ${fault}`);
  }
  expect(reached).toEqual([]);
  expect(begun).toBe(before);
  expect(canary.connections()).toBe(0);
});

it('reaches the same listener once the operator opens its address: the listener would have told', async () => {
  const before = begun;
  const egress = createEgress({ allow: ['127.0.0.0/8'] });
  const answer = await egress.request({ ...call, url: `http://0x7f.1:${canary.port}/` });
  expect(answer.body.toString()).toBe('reached');
  expect(canary.connections()).toBe(1);
  expect(begun).toBe(before + 1);
  await egress.close();
});

it('opens of the forms that carry an opened IPv4 address only the mapped one, which stands for it', async () => {
  const { addressRules } = await import('./address-rules.ts');
  const carried = {
    mapped: '::ffff:10.1.2.3',
    'mapped, in hexadecimal': '::ffff:a01:203',
    compatible: '::10.1.2.3',
    NAT64: '64:ff9b::10.1.2.3',
    'NAT64, in hexadecimal': '64:ff9b::a01:203',
    'NAT64 of a local prefix': '64:ff9b:1::a01:203',
    translated: '::ffff:0:10.1.2.3',
    '6to4': '2002:a01:203::1',
    Teredo: '2001:0:a01:203::1',
    ISATAP: 'fe80::5efe:10.1.2.3',
  };
  const permitted = (allow: readonly string[]) => {
    const rules = addressRules(allow);
    return Object.entries(carried)
      .filter(([, address]) => rules.permits(address) || rules.isOpened(address))
      .map(([name]) => name);
  };
  expect(permitted([])).toEqual([]);
  expect(permitted(['10.1.0.0/16'])).toEqual(['mapped', 'mapped, in hexadecimal']);
  expect(permitted(['10.1.2.3'])).toEqual(['mapped', 'mapped, in hexadecimal']);
  expect(permitted(['0.0.0.0/0'])).toEqual(['mapped', 'mapped, in hexadecimal']);
  expect(permitted(['10.2.0.0/16'])).toEqual([]);
  expect(permitted(['64:ff9b::/96'])).toEqual(['NAT64', 'NAT64, in hexadecimal']);
  expect(permitted(['2002:a01:203::/48'])).toEqual(['6to4']);
  expect(permitted(['2001::/32'])).toEqual(['Teredo']);
});

it('permits public addresses of both families', async () => {
  const { addressRules } = await import('./address-rules.ts');
  const rules = addressRules(['10.1.0.0/16', 'fd00:1::/32', '192.0.2.7']);
  for (const address of ['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450::1', '::ffff:1.1.1.1']) {
    expect([address, rules.permits(address), rules.isOpened(address)]).toEqual([address, true, false]);
  }
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::9', '192.0.2.7']) {
    expect([address, rules.permits(address), rules.isOpened(address)]).toEqual([address, true, true]);
  }
  for (const address of ['10.2.0.1', 'fd00:2::9', '192.0.2.8', 'fd00:1::9%eth0', '10.1', '']) {
    expect([address, rules.permits(address), rules.isOpened(address)]).toEqual([address, false, false]);
  }
});
