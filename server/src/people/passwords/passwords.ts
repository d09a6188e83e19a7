// SPDX-License-Identifier: Apache-2.0
/** Passwords are kept as argon2id hashes only. */
import { hash, verify } from '@node-rs/argon2';
import { limitedAddress } from '../../platform/addresses/index.ts';
import { busyFor, createSharedWork, SHARED_PLACES } from '../../platform/shares/index.ts';
import type { Client } from '../activity/index.ts';

/** argon2id with 19 MiB, two passes and one lane: the OWASP Password Storage Cheat Sheet's recommendation. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * A PHC string with a fresh salt, for an operator: clients wait in line for theirs. Two spellings of one text (Unicode
 * NFC and NFD) are one password.
 */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password.normalize('NFC'), ARGON2ID);
}

/** Tells whether this is the password of the hash: for an operator, of whose account its duration may tell. */
export async function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return await verify(passwordHash, password.normalize('NFC'));
}

/**
 * The hash of a password that no person has, with the same parameters. Unknown e-mail addresses are verified against
 * it. Accounts that a directory made have it: it opens none.
 */
export const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$4GLnB3irpEuSRqoCo1hXTw$R5t6S0S4UOZ5sD/ZnWRY+g8JsLk85gghKSNpIcCCqeo';

const RETRY_AFTER_SECONDS = 10;

/**
 * Hashing for clients: few at once, and addresses in rotation. A person in a known browser waits in a line of its own,
 * which no crowd of strangers fills.
 */
export interface Passwords {
  /**
   * Tells whether this is the password of the hash. Without a hash it does the same work and answers false, so that its
   * duration does not reveal an account. Runs beside the event loop.
   * @param isKnown the browser has signed in to the account before
   * @throws ApiError 503 when too many are waiting
   */
  verify(passwordHash: string | null, password: string, client: Client, isKnown: boolean): Promise<boolean>;
  /** The hash of a new password. @throws ApiError 503 when too many are waiting */
  hash(password: string, client: Client): Promise<string>;
}

export function createPasswords(): Passwords {
  const work = createSharedWork(SHARED_PLACES.passwords, busyFor(RETRY_AFTER_SECONDS));
  return {
    async verify(passwordHash, password, client, isReserved) {
      const judge = () => verify(passwordHash ?? NO_PASSWORD, password.normalize('NFC'));
      const isRight = await work.run(limitedAddress(client.address), judge, { isReserved });
      return passwordHash !== null && passwordHash !== NO_PASSWORD && isRight;
    },
    hash: (password, client) => work.run(limitedAddress(client.address), () => hashPassword(password)),
  };
}
