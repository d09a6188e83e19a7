/**
 * Guarantee: long content is scanned beside the event loop with the same results, and refused rather than queued for
 * ever.
 */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { scanTypes } from '@svc/core/dlp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiError } from '../errors/index.ts';
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
    expect(await scanner.scan(text)).toEqual(scanTypes(text));
  },
);

it('scans the short content of a turn together, at its end', async () => {
  const found: string[] = [];
  const scans = ['CPF 529.982.247-25', 'maria@example.com.br'].map(async (text) => {
    found.push(...(await scanner.scan(text)));
  });
  await Promise.race([...scans, Promise.resolve()]);
  expect(found).toEqual([]);
  await turn();
  expect(found).toEqual(['CPF', 'EMAIL']);
});

it('fails the one scan that fails', async () => {
  const shortScans = new ShortScans();
  const together = [SENTENCE, { length: 18 } as string, 'CPF 529.982.247-25'].map((text) => shortScans.scan(text));
  const settled = await Promise.allSettled(together);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('leaves the event loop free meanwhile', async () => {
  await scanner.scan(LONG);
  let isScanning = true;
  const scans = Promise.all(Array.from({ length: 20 }, async () => await scanner.scan(LONG))).finally(() => {
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
  const scans = await Promise.allSettled(Array.from({ length: 300 }, async () => await scanner.scan(LONG)));
  const refused = scans.filter((scan) => scan.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(ApiError);
    expect(reason).toMatchObject({ code: 'unavailable', status: 503 });
  }
  expect(await scanner.scan(WITH_CPF)).toEqual(['CPF']);
}, 30_000);

it('may be closed at any moment of its start', async () => {
  for (let round = 0; round < 40; round += 1) {
    const starting = createScanner();
    const scanning = Promise.resolve(starting.scan(LONG)).catch(() => 'given up');
    await pause(round);
    await starting.close();
    await scanning;
  }
});
