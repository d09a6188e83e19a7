// SPDX-License-Identifier: Apache-2.0

import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Binding, createVault, VaultError } from './index.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const text = fc.string({ unit: 'binary', maxLength: 40 });
const binding: fc.Arbitrary<Binding> = fc.record({
  organizationId: fc.option(text),
  table: text,
  column: text,
  rowId: text,
});
const secret = fc.uint8Array({ maxLength: 300 });
const place: Binding = { organizationId: 'o1', table: 'integrations', column: 'credential', rowId: 'r1' };
const oldKey = randomBytes(32);
const newKey = randomBytes(32);

describe('seal and open', () => {
  it('gives back every secret at its own place', () => {
    fc.assert(
      fc.property(key, secret, binding, (master, plaintext, where) => {
        const vault = createVault([master]);
        expect(vault.open(vault.seal(plaintext, where), where)).toEqual(Buffer.from(plaintext));
      }),
    );
  });

  it('gives back text as it was, and refuses a secret of more than 64 KiB', () => {
    const vault = createVault([newKey]);
    expect(vault.openText(vault.seal('segredo ção 🔑', place), place)).toBe('segredo ção 🔑');
    expect(vault.open(vault.seal(Buffer.alloc(65_536), place), place)).toHaveLength(65_536);
    expect(() => vault.seal(Buffer.alloc(65_537), place)).toThrow(RangeError);
  });

  it('refuses a value with any one bit flipped, wherever it is', () => {
    const vault = createVault([newKey]);
    fc.assert(
      fc.property(secret, binding, fc.nat(), fc.nat({ max: 7 }), (plaintext, where, position, bit) => {
        const bytes = Buffer.from(vault.seal(plaintext, where), 'latin1');
        const index = position % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        expect(() => vault.open(bytes.toString('latin1'), where)).toThrow(VaultError);
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses every bit flip of one value, one after the other', () => {
    const vault = createVault([newKey]);
    const sealed = Buffer.from(vault.seal('k', place), 'latin1');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => vault.open(changed.toString('latin1'), place)).toThrow(VaultError);
    }
  });

  it('refuses a value that was moved to another organization, table, column or row', () => {
    const vault = createVault([newKey]);
    fc.assert(
      fc.property(secret, binding, binding, (plaintext, from, to) => {
        fc.pre(JSON.stringify(from) !== JSON.stringify(to));
        expect(() => vault.open(vault.seal(plaintext, from), to)).toThrow(VaultError);
      }),
    );
    const sealed = vault.seal('secret', place);
    for (const part of ['organizationId', 'table', 'column', 'rowId'] as const) {
      expect(() => vault.open(sealed, { ...place, [part]: 'other' })).toThrow(VaultError);
      expect(() => vault.rewrap(sealed, { ...place, [part]: 'other' })).toThrow(VaultError);
    }
  });

  it('tells bindings apart whose parts run together or hold separators', () => {
    const vault = createVault([newKey]);
    const at = (table: string, column: string): Binding => ({ ...place, table, column });
    expect(() => vault.open(vault.seal('s', at('ab', 'c')), at('a', 'bc'))).toThrow(VaultError);
    expect(() => vault.open(vault.seal('s', at('a","b', 'c')), at('a', 'b","c'))).toThrow(VaultError);
    expect(() => vault.open(vault.seal('s', at('\ud800', 'c')), at('\udfff', 'c'))).toThrow(VaultError);
    const nowhere = vault.seal('s', { ...place, organizationId: null });
    expect(() => vault.open(nowhere, { ...place, organizationId: 'null' })).toThrow(VaultError);
  });

  it('refuses parts of two sealed values put together, the same place and key or not', () => {
    const vault = createVault([newKey]);
    const [version, keyId, wrappedKey] = vault.seal('one', place).split('.');
    const box = vault.seal('two', place).split('.')[3];
    expect(() => vault.open([version, keyId, wrappedKey, box].join('.'), place)).toThrow(VaultError);
    expect(() => vault.open([version, keyId, wrappedKey, wrappedKey].join('.'), place)).toThrow(VaultError);
  });

  it('seals the same secret differently each time', () => {
    const vault = createVault([newKey]);
    const parts = Array.from({ length: 50 }, () => vault.seal('same', place).split('.'));
    expect(new Set(parts.map((part) => part[2])).size).toBe(50);
    expect(new Set(parts.map((part) => part[3])).size).toBe(50);
  });

  it.each(['', 'v1', 'v1.x.y.z', 'v2.00000000.AA.AA', 'plain text secret'])('calls %j malformed', (value) => {
    const vault = createVault([newKey]);
    expect(() => vault.open(value, place)).toThrow(expect.objectContaining({ reason: 'malformed' }));
    expect(() => vault.needsRewrap(value)).toThrow(VaultError);
  });
});

describe('rotation', () => {
  it('opens with the old key second, seals with the new, and forgets the old after a rewrap', () => {
    fc.assert(
      fc.property(secret, binding, (plaintext, where) => {
        const sealed = createVault([oldKey]).seal(plaintext, where);
        const both = createVault([newKey, oldKey]);
        expect(both.open(sealed, where)).toEqual(Buffer.from(plaintext));
        expect(both.needsRewrap(sealed)).toBe(true);

        const rewrapped = both.rewrap(sealed, where);
        expect(both.needsRewrap(rewrapped)).toBe(false);
        expect(both.needsRewrap(both.seal(plaintext, where))).toBe(false);
        expect(createVault([newKey]).open(rewrapped, where)).toEqual(Buffer.from(plaintext));
        // Only the wrapping of the data key is new.
        expect(rewrapped.split('.')[3]).toBe(sealed.split('.')[3]);
        expect(rewrapped.split('.')[2]).not.toBe(sealed.split('.')[2]);
      }),
    );
  });

  it('names the key that is missing', () => {
    const sealed = createVault([oldKey]).seal('secret', place);
    const keyId = sealed.split('.')[1] ?? '';
    const vault = createVault([newKey]);
    for (const attempt of [() => vault.open(sealed, place), () => vault.rewrap(sealed, place)]) {
      expect(attempt).toThrow(expect.objectContaining({ reason: 'unknown_key' }));
      expect(attempt).toThrow(keyId);
    }
  });

  it('refuses a value whose key id was exchanged for that of another configured key', () => {
    const both = createVault([newKey, oldKey]);
    const own = both.seal('secret', place).split('.');
    const otherId = createVault([oldKey]).seal('x', place).split('.')[1];
    expect(() => both.open([own[0], otherId, own[2], own[3]].join('.'), place)).toThrow(VaultError);
  });
});

describe('keys', () => {
  it('has an id that is not a plain hash of the key', () => {
    const keyId = createVault([newKey]).seal('s', place).split('.')[1] ?? '';
    expect(keyId).toBe(Buffer.from(hkdfSync('sha256', newKey, '', 'svc/vault/v1/key-id', 4)).toString('hex'));
    expect(createHash('sha256').update(newKey).digest('hex')).not.toContain(keyId);
  });

  it.each([
    ['no key', []],
    ['a short key', [randomBytes(31)]],
    ['the same key twice', [newKey, newKey]],
    ['too many keys', Array.from({ length: 17 }, () => randomBytes(32))],
  ])('refuses %s', (_name, keys) => {
    expect(() => createVault(keys)).toThrow(expect.objectContaining({ reason: 'bad_key' }));
  });

  it('shows neither plaintext nor key in any error', () => {
    const vault = createVault([newKey]);
    const sealed = vault.seal('hunter2-plaintext', place);
    const attempts = [
      () => vault.open(`${sealed.slice(0, -4)}AAAA`, place),
      () => vault.open(sealed, { ...place, rowId: 'r2' }),
      () => vault.open('v1.hunter2-plaintext', place),
      () => createVault([oldKey]).open(sealed, place),
      () => createVault([newKey.subarray(1)]),
    ];
    for (const attempt of attempts) {
      let shown = '';
      try {
        attempt();
      } catch (error) {
        shown = error instanceof VaultError ? `${error.stack}${JSON.stringify(error)}${String(error.cause)}` : 'other';
      }
      expect(shown).toContain('VaultError');
      for (const hidden of ['hunter2', newKey.toString('base64'), newKey.toString('hex'), sealed]) {
        expect(shown).not.toContain(hidden);
      }
    }
  });
});

describe('keyedHash', () => {
  it('is HMAC-SHA256 under a key of the purpose', () => {
    const { mac } = createVault([newKey]).keyedHash('idempotency', 'body');
    const derived = Buffer.from(hkdfSync('sha256', newKey, '', 'svc/vault/v1/keyed-hash/idempotency', 32));
    expect(mac).toEqual(createHmac('sha256', derived).update('body').digest());
  });

  it('stays comparable after a rotation, by its key id', () => {
    fc.assert(
      fc.property(text, secret, (purpose, data) => {
        const before = createVault([oldKey]).keyedHash(purpose, data);
        const after = createVault([newKey, oldKey]);
        expect(after.keyedHashWith(before.keyId, purpose, data)).toEqual(before);
        expect(after.keyedHash(purpose, data)).not.toEqual(before);
      }),
      // Each run has a purpose of its own, and a vault bounds their number.
      { numRuns: 60 },
    );
  });

  it('differs for another purpose, another key and other data', () => {
    const vault = createVault([newKey]);
    const macs = [
      vault.keyedHash('a', 'data'),
      vault.keyedHash('b', 'data'),
      vault.keyedHash('a', 'date'),
      createVault([oldKey]).keyedHash('a', 'data'),
    ].map(({ mac }) => mac.toString('hex'));
    expect(new Set(macs).size).toBe(4);
  });

  it('refuses a key id that is not configured and more purposes than a program has', () => {
    const vault = createVault([newKey]);
    expect(() => vault.keyedHashWith('00000000', 'a', 'x')).toThrow(expect.objectContaining({ reason: 'unknown_key' }));
    for (let purpose = 0; purpose < 64; purpose++) vault.keyedHash(`purpose ${purpose}`, 'x');
    expect(() => vault.keyedHash('purpose 64', 'x')).toThrow(RangeError);
  });
});
