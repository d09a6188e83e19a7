/** Limits the mails that strangers can cause for an address. */
import { STRANGERS_MAILS_PER_HOUR } from '@svc/contract';
import type pg from 'pg';
import { emailKeyOf } from '../accounts/index.ts';
import { ApiError } from '../errors/index.ts';
import { hitSharedWindow } from '../rates/index.ts';

const MAIL_RATE = { name: "strangers' mails", hitsMax: STRANGERS_MAILS_PER_HOUR, windowSeconds: 3_600 };

/** False when the address has got enough of them. The caller of a route must not learn it. */
export async function mayMailStranger(pool: pg.Pool, email: string): Promise<boolean> {
  try {
    await hitSharedWindow(pool, MAIL_RATE, emailKeyOf(email));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited') return false;
    throw error;
  }
}
