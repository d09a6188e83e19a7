// SPDX-License-Identifier: Apache-2.0
/** The bytes of a request, bounded in number and in time. */
import type { IncomingMessage } from 'node:http';

/** A delivery has few hundred bytes, and what is bounded in it keeps it below a few thousand. */
export const DELIVERY_BYTES_MAX = 262_144;
const WITHIN_MS = 15_000;

/**
 * A longer body is cut off right behind the bound, and read no further.
 * @throws Error when it does not end in time, or breaks off
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const timer = setTimeout(() => request.destroy(), WITHIN_MS);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > DELIVERY_BYTES_MAX) break;
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
