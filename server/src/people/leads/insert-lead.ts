// SPDX-License-Identifier: Apache-2.0
/** Contact-form messages. The service can only add them: the people who answer them read the table as its owner. */
import type { ContactRequest } from '@svc/contract';
import type pg from 'pg';
import { uuidv7 } from '../../storage/db/index.ts';

export async function insertLead(pool: pg.Pool, contact: ContactRequest, nowMs: number): Promise<void> {
  await pool.query(INSERT_LEAD, [
    uuidv7(nowMs),
    new Date(nowMs),
    contact.name,
    contact.email,
    contact.company ?? null,
    contact.message,
  ]);
}

const INSERT_LEAD = `
  INSERT INTO svc.leads (id, created_at, name, email, company, message) VALUES ($1, $2, $3, $4, $5, $6)`;
