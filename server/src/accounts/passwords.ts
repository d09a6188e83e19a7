/** Passwords are kept as argon2id hashes only. */
import { hash } from '@node-rs/argon2';

export const PASSWORD_CHARACTERS_MIN = 8;
/** Hashing takes time by the length of what is hashed. */
export const PASSWORD_CHARACTERS_MAX = 1_000;

/** argon2id with 19 MiB, two passes and one lane: the OWASP Password Storage Cheat Sheet's recommendation. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A PHC string with a fresh salt. Two spellings of one text (Unicode NFC and NFD) are one password. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password.normalize('NFC'), ARGON2ID);
}
