// SPDX-License-Identifier: Apache-2.0
/** No test depends on how fast, how busy or how late the machine is: each kind of chance is refused by its name. */
import { describe, expect, it } from 'vitest';
import { CHANCES } from './chance.ts';
import { readRepositoryFile, typeScriptFiles } from './source-files.ts';

const TESTS = /^test\/|\.test\.tsx?$|^vitest[a-z.]*config\.ts$/;
/** The rules themselves, and texts with what they refuse. */
const OWN = /^test\/tidy\/(chance|clock)\.(test\.)?ts$/;

interface Exception {
  file: RegExp;
  kinds: readonly string[];
  because: string;
  /** A fault that is known: nothing is said when it is gone. */
  isToGo?: boolean;
}

/** Places where a clock or a pause is what the test is about, each with its reason. */
const EXCEPTIONS: readonly Exception[] = [
  {
    file: /^(server\/src\/record\/impact\/runs\.test|test\/harness\/people\/codes)\.ts$/,
    kinds: ['sleep'],
    because: 'They wait for a moment of the machine, and for no event. The clock of the service is to be moved.',
    isToGo: true,
  },
  {
    file: /^test\/(chaos|failover)\//,
    kinds: ['clock', 'sleep'],
    because: 'Faults strike at random moments, and one clock orders what clients sent and were answered.',
  },
  {
    file: /^test\/process\/(forwarding|redemption)\.test\.ts$/,
    kinds: ['sleep'],
    because: 'A random pause draws the moment of a kill under load.',
  },
  {
    file: /^server\/src\/record\/scan\/scan\.test\.ts$/,
    kinds: ['sleep'],
    because: 'Pauses draw the moments of a start at which it is closed.',
  },
  {
    file: /^cli\/src\/main\.test\.ts$/,
    kinds: ['sleep'],
    because: 'The test moves the timers: no time passes.',
  },
  {
    file: /^test\/harness\/postgres\/(admin|test-database)\.ts$/,
    kinds: ['clock', 'sleep'],
    because: 'A bound ends what hangs: PostgreSQL refuses to clone or drop while a connection goes away.',
  },
];

const files = typeScriptFiles().filter((file) => TESTS.test(file) && !OWN.test(file));

it('sees the tests and their harness', () => {
  expect(files.length).toBeGreaterThan(400);
});

it.each(Object.entries(CHANCES))('no test has a %s', (kind, { find, instead }) => {
  const found = files
    .filter((file) => !EXCEPTIONS.some((one) => one.kinds.includes(kind) && one.file.test(file)))
    .flatMap((file) => find(readRepositoryFile(file)).map((line) => `${file}:${line}`));
  expect(found, instead).toEqual([]);
});

it.each(EXCEPTIONS.filter(({ isToGo = false }) => !isToGo))(
  'the exception of $file is needed: $because',
  ({ file, kinds }) => {
    const excepted = files.filter((one) => file.test(one));
    for (const kind of kinds) {
      expect(excepted.some((one) => (CHANCES[kind]?.find(readRepositoryFile(one)) ?? []).length > 0)).toBe(true);
    }
  },
);

describe('the rules', () => {
  it.each([
    ['clock', 'const startMs = performance.now();'],
    ['date', 'expect(Date.parse(at)).toBeGreaterThan(Date.now());'],
    ['date', 'const before = Date.now();\nexpect(at).toBeGreaterThan(before);'],
    ['processor', 'const { user } = process.cpuUsage();'],
    ['memory', 'expect(process.memoryUsage().heapUsed).toBeLessThan(10);'],
    ['sleep', 'await new Promise((done) => setTimeout(done, 6_000));'],
    ['sleep', 'await page.waitForTimeout(700);'],
    ['sleep', 'await delay(1_000);'],
    ['retry', 'retry: 1,'],
    ['time-out', "it('x', async () => {\n  await y();\n}, 60_000);"],
    ['time-out', "it(\n  'x',\n  async () => {\n    await y();\n  },\n  ROUNDS * WITHIN_MS,\n);"],
    ['time-out', 'await expect.poll(read, { timeout: 10_000 }).toBe(1);'],
    ['time-out', "it('x', { timeout: WITHIN_MS }, async () => {"],
    ['time-out', 'vi.setConfig({ testTimeout: 60_000 });'],
    ['time-out', 'const SEEN = { timeout: 30_000, interval: 5 };'],
    ['hour of day', 'const isNight = new Date().getHours() > 18;'],
  ])('refuse a %s: %s', (kind, source) => {
    expect(CHANCES[kind]?.find(source)).not.toEqual([]);
  });

  it.each([
    ['date', 'const expiresAt = new Date(Date.now() + 60_000);\nexpect(body.expiresAt).toBe(expiresAt.toISOString());'],
    ['date', 'await lapse(Date.now() + 60_000);'],
    ['sleep', 'setTimeout(() => reply.end(), 30);'],
    ['time-out', 'const timer = setTimeout(() => {\n  close();\n}, 100);'],
    ['time-out', "it('x', () => {\n  claim(\n    client,\n    LAPSE_MS,\n  );\n});"],
    ['retry', 'expect(metrics).toMatchObject({ sent: { value: 2 } });'],
  ])('take as no %s: %s', (kind, source) => {
    expect(CHANCES[kind]?.find(source)).toEqual([]);
  });
});
