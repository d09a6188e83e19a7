/** Passwords are kept as argon2id hashes only. */
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../errors/index.ts';

/** argon2id with 19 MiB, two passes and one lane: the OWASP Password Storage Cheat Sheet's recommendation. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A PHC string with a fresh salt. Two spellings of one text (Unicode NFC and NFD) are one password. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password.normalize('NFC'), ARGON2ID);
}

/**
 * The hash of a password that no account has, with the same parameters. Unknown e-mail addresses are verified against
 * it.
 */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$4GLnB3irpEuSRqoCo1hXTw$R5t6S0S4UOZ5sD/ZnWRY+g8JsLk85gghKSNpIcCCqeo';

/** Few checks run at once, because each takes 19 MiB. Waiting ones each hold a request for a few seconds at most. */
const CHECKS_UNDER_WAY_MAX = 256;

export interface PasswordCheck {
  /**
   * Tells whether this is the password of the hash. Without a hash it does the same work and answers false, so that its
   * duration does not reveal an account. Runs beside the event loop.
   * @throws ApiError 503 when too many checks are under way
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

export function createPasswordCheck(): PasswordCheck {
  let underWay = 0;
  return {
    async verify(passwordHash, password) {
      if (underWay >= CHECKS_UNDER_WAY_MAX) {
        throw new ApiError('unavailable', { message: 'Too many people are signing in right now; try again.' });
      }
      underWay += 1;
      try {
        const isRight = await verify(passwordHash ?? NOBODYS_HASH, password.normalize('NFC'));
        return passwordHash !== null && isRight;
      } finally {
        underWay -= 1;
      }
    },
  };
}
