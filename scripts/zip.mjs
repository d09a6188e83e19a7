// SPDX-License-Identifier: Apache-2.0
/**
 * A zip archive of some files in memory, in the given order, with one time and no owner. Node.js compresses and sums;
 * only the frame is written here, as the PKWARE APPNOTE 6.3 has it.
 */
import { crc32, deflateRawSync } from 'node:zlib';
import { FILE_MODE, GZIP_LEVEL, TIME } from './archive.mjs';

const VERSION = 20;
const UNIX = 3 << 8;
const REGULAR_FILE = 0o100000;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const YEAR_ZERO = 1980;
const DATE = ((TIME.getUTCFullYear() - YEAR_ZERO) << 9) | ((TIME.getUTCMonth() + 1) << 5) | TIME.getUTCDate();
const CLOCK = (TIME.getUTCHours() << 11) | (TIME.getUTCMinutes() << 5) | (TIME.getUTCSeconds() >> 1);

const u16 = (value) => [value & 0xff, value >>> 8];
const u32 = (value) => [...u16(value & 0xffff), ...u16(value >>> 16)];

/**
 * @param {readonly [name: string, content: Buffer][]} files
 * @returns {Buffer}
 */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: GZIP_LEVEL });
    const sizes = [...u32(crc32(content)), ...u32(packed.length), ...u32(content.length), ...u16(name.length)];
    const shared = [...u16(VERSION), ...u16(UTF8_NAMES), ...u16(DEFLATED), ...u16(CLOCK), ...u16(DATE), ...sizes];
    const local = Buffer.from([...u32(0x04034b50), ...shared, ...u16(0)]);
    // Behind the shared fields: no extra field, no comment, the first disk, no inner attributes.
    const rest = [...u16(0), ...u16(0), ...u16(0), ...u16(0), ...u32(((REGULAR_FILE | FILE_MODE) << 16) >>> 0)];
    directory.push(Buffer.from([...u32(0x02014b50), ...u16(UNIX | VERSION), ...shared, ...rest, ...u32(offset)]), name);
    parts.push(local, name, packed);
    offset += local.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const counts = [...u16(files.length), ...u16(files.length)];
  const end = [...u32(0x06054b50), ...u32(0), ...counts, ...u32(listed.length), ...u32(offset), ...u16(0)];
  return Buffer.concat([...parts, listed, Buffer.from(end)]);
}
