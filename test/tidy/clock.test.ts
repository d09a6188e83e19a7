// SPDX-License-Identifier: Apache-2.0
/** One clock: the service asks the machine and the database what time it is in the places of this table alone. */
import { describe, expect, it } from 'vitest';
import { readRepositoryFile, typeScriptFiles } from './source-files.ts';

/** The files that may ask, each with the reason. */
const READERS: Readonly<Record<string, string>> = {
  'server/src/platform/clock/index.ts': 'it is the clock',
  'server/src/storage/jobs/lease.ts': 'leases are compared between processes, whose clocks may differ',
  'server/src/storage/schema/inspect-server.ts': 'it compares the clock of the database with that of the machine',
};

/** Triggers and rights of the database: a process whose clock is wrong must not widen them. */
const OF_THE_DATABASE = /^server\/src\/storage\/schema\/(migrations\/|tables\/|plain-policies\.ts)/;

const ASKING = [
  /\bDate\.now\b/,
  /\bnew Date(?:\(\)|(?!\())/,
  /(?<![.\w])(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)/i,
  /\b(?:CURRENT|LOCAL)_?(?:TIMESTAMP|TIME|DATE)\b/,
];

const asks = (text: string): boolean => ASKING.some((pattern) => pattern.test(text));

it('ends what it should: `AbortSignal.any` holds a signal of `AbortSignal.timeout` weakly, and loses it', () => {
  const files = typeScriptFiles().filter((file) =>
    /^(?:cli|core|sdk|server|postgres)\/src\/(?!.*\.test\.ts$)/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const combining = files.filter((file) => {
    const code = readRepositoryFile(file).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    // The signals that callers give to programs and libraries may be such ones.
    return code.includes('AbortSignal.any') && (/^(?:cli|sdk)\//.test(file) || code.includes('AbortSignal.timeout'));
  });
  expect(combining).toEqual([]);
});

describe('the time', () => {
  it.each([
    'const nowMs = Date.now();',
    'nowMs = Date.now',
    'new Date().toISOString()',
    'WHERE expires_at > now()',
    'SET at = clock_timestamp()',
    'due_at <= statement_timestamp()',
    'CURRENT_TIMESTAMP',
  ])('is asked by %j', (text) => {
    expect(asks(text)).toBe(true);
  });

  it.each(['pool.clock.now()', 'performance.now()', 'new Date(nowMs)', 'const known = () => 1', 'pool.clock.nowMs()'])(
    'is not asked by %j',
    (text) => {
      expect(asks(text)).toBe(false);
    },
  );

  it('is asked by the clock alone: take `clock` of the pool or the transaction, or a moment from the caller', () => {
    const files = typeScriptFiles().filter(
      (file) => /^server\/src\/(?!.*\.test\.ts$)/.test(file) && !OF_THE_DATABASE.test(file),
    );
    expect(files.length).toBeGreaterThan(300);
    const asking = files.filter((file) => readRepositoryFile(file).split('\n').some(asks));
    expect(asking.sort()).toEqual(Object.keys(READERS).sort());
  });
});
