// SPDX-License-Identifier: Apache-2.0
/** Cuts a stream of bytes into lines, and keeps one line at most. A line is the same with CR LF as with LF. */

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface LineSplitter {
  /**
   * The next whole line without its end; null when more bytes are needed. An overlong line is reported as `too_long`.
   */
  next(): Uint8Array | 'too_long' | null;
  feed(chunk: Uint8Array): void;
  /** The line after the last line feed; empty without one. */
  rest(): Uint8Array | 'too_long';
}

export function splitLines(lineBytesMax: number): LineSplitter {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let chunk: Uint8Array = new Uint8Array();
  let place = 0;

  function keepRest(): void {
    if (place === chunk.length) return;
    rest.push(chunk.subarray(place));
    restBytes += chunk.length - place;
    place = chunk.length;
  }

  const whole = (bytes: Uint8Array): Uint8Array | 'too_long' => {
    const line = withoutReturn(bytes);
    return line.length > lineBytesMax ? 'too_long' : line;
  };

  return {
    rest: () => whole(Buffer.concat([...rest, chunk.subarray(place)])),
    feed(bytes) {
      keepRest();
      chunk = bytes;
      place = 0;
    },
    next() {
      const end = chunk.indexOf(LINE_FEED, place);
      // Whether a last carriage return is one of the line shows with the line feed.
      if (restBytes + (end < 0 ? chunk.length : end) - place > lineBytesMax + 1) return 'too_long';
      if (end < 0) {
        keepRest();
        return null;
      }
      const last = chunk.subarray(place, end);
      place = end + 1;
      if (rest.length === 0) return whole(last);
      const line = Buffer.concat([...rest, last]);
      rest = [];
      restBytes = 0;
      return whole(line);
    },
  };
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}
