/** Reads the beginning of a body. What is not needed is not fetched: the connection is closed instead. */
import type { Readable } from 'node:stream';
import { type EgressFault, egressFaultOf } from './fault.ts';

export interface ReadBody {
  body: Buffer;
  truncated: boolean;
  bodyFault: EgressFault | null;
}

export async function readBody(stream: Readable, bytesMax: number): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Leaving the loop destroys the stream, and its connection with it.
      if (bytes > bytesMax)
        return { body: Buffer.concat(chunks).subarray(0, bytesMax), truncated: true, bodyFault: null };
    }
  } catch (error) {
    return { body: Buffer.concat(chunks), truncated: false, bodyFault: egressFaultOf(error) };
  }
  return { body: Buffer.concat(chunks), truncated: false, bodyFault: null };
}
