// SPDX-License-Identifier: Apache-2.0
/** Writes bytes one after another, numbers in network order, into reused memory. */

const BYTES_AT_FIRST = 64 * 1024;
/** The memory of a rare large message is given back. */
const BYTES_KEPT_MAX = 1024 * 1024;
/** A UTF-16 unit never takes more in UTF-8. */
export const UTF8_BYTES_MAX = 3;
/** Short texts are mostly ASCII, and copying them here is faster than calling the encoder. */
const COPIED_CHARACTERS_MAX = 40;

export class ByteWriter {
  /** Valid until the next `makeRoom` or `taken`. */
  bytes = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
  /** The position of the next byte. */
  at = 0;

  /** Reserves room for this many bytes before anything is written at `at`. */
  makeRoom(count: number): void {
    const needed = this.at + count;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  byte(value: number): void {
    this.makeRoom(1);
    this.bytes[this.at] = value;
    this.at += 1;
  }

  int16(value: number): void {
    this.makeRoom(2);
    this.bytes[this.at] = value >>> 8;
    this.bytes[this.at + 1] = value;
    this.at += 2;
  }

  int32(value: number): void {
    this.makeRoom(4);
    setInt32(this.bytes, value, this.at);
    this.at += 4;
  }

  /** Writes text as UTF-8. */
  text(value: string): void {
    this.makeRoom(value.length * UTF8_BYTES_MAX);
    this.at += setText(this.bytes, value, this.at);
  }

  copy(value: Buffer): void {
    this.makeRoom(value.length);
    value.copy(this.bytes, this.at);
    this.at += value.length;
  }

  /** A copy of everything that was written; the writer is empty again. */
  taken(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.at));
    this.clear();
    return taken;
  }

  clear(): void {
    this.at = 0;
    if (this.bytes.length > BYTES_KEPT_MAX) this.bytes = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
  }
}

export function setInt32(bytes: Uint8Array, value: number, at: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

/** @returns bytes written, in UTF-8 */
export function setText(bytes: Buffer, value: string, at: number): number {
  const { length } = value;
  if (length > COPIED_CHARACTERS_MAX) return bytes.write(value, at, 'utf8');
  for (let i = 0; i < length; i += 1) {
    const unit = value.charCodeAt(i);
    if (unit > 127) return bytes.write(value, at, 'utf8');
    bytes[at + i] = unit;
  }
  return length;
}
