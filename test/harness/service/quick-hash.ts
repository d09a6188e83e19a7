/**
 * The password of a person in a provisioning file, hashed at the least cost. All tests together make a thousand people,
 * who sign in two thousand times. A hash names its own cost, so the service verifies these as it does any other.
 */
import { type Algorithm, hash } from '@node-rs/argon2';

const ARGON2ID: Algorithm.Argon2id = 2;
const LEAST = { algorithm: ARGON2ID, memoryCost: 8, timeCost: 1, parallelism: 1 };

export const quickHash = (password: string): Promise<string> => hash(password.normalize('NFC'), LEAST);
