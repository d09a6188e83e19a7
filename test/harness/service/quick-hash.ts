// SPDX-License-Identifier: Apache-2.0
/**
 * The password of a person in a provisioning file, hashed at the least cost. All tests together make a thousand people,
 * who sign in two thousand times. A hash names its own cost, so the service verifies these as it does any other.
 */
import { hash } from '@node-rs/argon2';

const LEAST = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

export const quickHash = (password: string): Promise<string> => hash(password.normalize('NFC'), LEAST);
