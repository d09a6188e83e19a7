// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: long content is scanned beside the event loop with the same results, and refused rather than queued for
 * ever.
 */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { scanTypes } from '@svc/core/dlp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../platform/errors/index.ts';
import { createScanner, type Scanner } from './index.ts';
import { ShortScans } from './short-scans.ts';

const SENTENCE = 'Prezado cliente, segue o pedido 48213 de 12/03/2026 no valor de R$ 1.234,56. ';
const LONG = SENTENCE.repeat(1_300).slice(0, 100_000);
const WITH_CPF = `${LONG.slice(0, 99_900)} CPF 529.982.247-25`;

let scanner: Scanner;
beforeEach(() => {
  scanner = createScanner();
});
afterEach(() => scanner.close());

it.each(['', 'CPF 529.982.247-25', SENTENCE.repeat(90), LONG, WITH_CPF])(
  'finds what the scan itself finds',
  async (text) => {
    expect(await scanner.scan('acme', text)).toEqual(scanTypes(text));
  },
);

it('starts no thread for the first long content once it is warm', async () => {
  await scanner.warm();
  const started = scanner.threadsStarted();
  expect(started).toBeGreaterThan(0);
  expect(await scanner.scan('acme', WITH_CPF)).toEqual(['CPF']);
  expect(scanner.threadsStarted()).toBe(started);
});

it('scans the short content of a turn together, at its end', async () => {
  const found: string[] = [];
  const scans = ['CPF 529.982.247-25', 'maria@example.com.br'].map(async (text) => {
    found.push(...(await scanner.scan('acme', text)));
  });
  await Promise.race([...scans, Promise.resolve()]);
  expect(found).toEqual([]);
  await turn();
  expect(found).toEqual(['CPF', 'EMAIL']);
});

it('fails the one scan that fails', async () => {
  const shortScans = new ShortScans(async () => []);
  const together = [SENTENCE, { length: 18 } as string, 'CPF 529.982.247-25'].map((text) =>
    shortScans.scan('acme', text),
  );
  const settled = await Promise.allSettled(together);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('scans short content elsewhere once an organization has spent its share, until the next tenth of a second', async () => {
  let nowMs = 1_000;
  const elsewhere: string[] = [];
  const shortScans = new ShortScans(
    async (organizationId) => {
      elsewhere.push(organizationId);
      return [];
    },
    () => (nowMs += 3),
  );
  const scan = async (organizationId: string, text = SENTENCE.repeat(10)) =>
    await shortScans.scan(organizationId, text);
  await Promise.all(Array.from({ length: 10 }, () => scan('acme')));
  expect(elsewhere).toEqual(Array.from({ length: 6 }, () => 'acme'));
  await Promise.all([scan('globex'), scan('acme', 'CPF 529.982.247-25')]);
  expect(elsewhere).toHaveLength(6);
  nowMs += 100;
  await scan('acme');
  expect(elsewhere).toHaveLength(6);
});

it('leaves the event loop free meanwhile', async () => {
  await scanner.scan('acme', LONG);
  let isScanning = true;
  const scans = Promise.all(Array.from({ length: 20 }, async () => await scanner.scan('acme', LONG))).finally(() => {
    isScanning = false;
  });
  let turns = 0;
  while (isScanning) {
    await turn();
    turns += 1;
  }
  await scans;
  // Twenty scans on the event loop itself would leave it about twenty turns.
  expect(turns).toBeGreaterThan(200);
});

it('refuses with 503 when too much waits, and recovers', async () => {
  const scans = await Promise.allSettled(Array.from({ length: 300 }, async () => await scanner.scan('acme', LONG)));
  const refused = scans.filter((scan) => scan.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(ApiError);
    expect(reason).toMatchObject({ code: 'unavailable', status: 503 });
  }
  expect(await scanner.scan('acme', WITH_CPF)).toEqual(['CPF']);
});

it('scans content of one organization while another has filled its line', async () => {
  const crowd = Array.from({ length: 300 }, () => Promise.resolve(scanner.scan('acme', LONG)).catch(() => null));
  expect(await scanner.scan('globex', `${LONG} ${WITH_CPF}`)).toContain('CPF');
  await Promise.all(crowd);
});

it('may be closed at any moment of its start', async () => {
  for (let round = 0; round < 40; round += 1) {
    const starting = createScanner();
    const scanning = Promise.resolve(starting.scan('acme', LONG)).catch(() => 'given up');
    await pause(round);
    await starting.close();
    await scanning;
  }
});
