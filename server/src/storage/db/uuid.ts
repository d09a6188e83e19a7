// SPDX-License-Identifier: Apache-2.0
/** Identifiers: UUIDv7, so that primary keys follow time. */
import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 16 * 256;
const pool = Buffer.alloc(POOL_BYTES);
let offset = POOL_BYTES;

/**
 * A version 7 UUID (RFC 9562): 48 bits of time, then random bits.
 * @param atMs milliseconds since the epoch
 */
export function uuidv7(atMs: number): string {
  if (offset === POOL_BYTES) {
    randomFillSync(pool);
    offset = 0;
  }
  const bytes = pool.subarray(offset, offset + 16);
  offset += 16;
  bytes.writeUIntBE(atMs, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The least id of this moment; ids begin with its millisecond. */
export function idFrom(moment: Date): string;
export function idFrom(moment: Date | null): string | null;
export function idFrom(moment: Date | null): string | null {
  if (moment === null) return null;
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
