// SPDX-License-Identifier: Apache-2.0

import { verify } from '@node-rs/argon2';
import type pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailOf } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { createPool } from '../../storage/connections/index.ts';
import { inTransaction, uuidv7 } from '../../storage/db/index.ts';
import { hashPassword } from '../passwords/index.ts';
import { accountIdsByEmail, insertAccounts } from './index.ts';

let pool: pg.Pool;
const NOW_MS = Date.UTC(2026, 10, 20);

beforeEach(async () => {
  const database = await openEmptyDatabase();
  pool = createPool({ connectionString: database.connectionString }, 2);
  return () => pool.end();
});

describe('a password hash', () => {
  it('is argon2id, salted, and the same for both Unicode spellings of a password', async () => {
    const [first, second] = await Promise.all([hashPassword('senha-ção'), hashPassword('senha-ção'.normalize('NFD'))]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await verify(second, 'senha-ção'.normalize('NFC'))).toBe(true);
    expect(await verify(second, 'senha-cao')).toBe(false);
  });
});

describe('accounts', () => {
  it('are one for an e-mail in any letter case, also when two are made at once: the first stays', async () => {
    const make = (email: string) =>
      inTransaction(pool, [], (transaction) =>
        insertAccounts(
          transaction,
          [{ id: uuidv7(NOW_MS), email, name: 'Ana', passwordHash: 'x', isVerified: true }],
          NOW_MS,
        ),
      );
    await Promise.all([make(mailOf('Ana', 'acme')), make(mailOf('ana', 'ACME'))]);
    const ids = await inTransaction(pool, [], (transaction) =>
      accountIdsByEmail(transaction, [mailOf('ana', 'acme'), 'b@b']),
    );
    expect([...ids.keys()]).toEqual([mailOf('ana', 'acme')]);
    expect((await pool.query('SELECT id FROM svc.accounts')).rowCount).toBe(1);
  });
});
