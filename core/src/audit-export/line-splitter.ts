/** Cuts a stream of bytes into lines, and keeps one line at most. */

const LINE_FEED = 0x0a;

export interface LineSplitter {
  /**
   * The next whole line without its line feed; null when more bytes are needed. An overlong line is reported as
   * `too_long`.
   */
  next(): Uint8Array | 'too_long' | null;
  feed(chunk: Uint8Array): void;
  /** Bytes after the last line feed. */
  readonly restBytes: number;
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

  return {
    get restBytes() {
      return restBytes + chunk.length - place;
    },
    feed(bytes) {
      keepRest();
      chunk = bytes;
      place = 0;
    },
    next() {
      const end = chunk.indexOf(LINE_FEED, place);
      if (restBytes + (end < 0 ? chunk.length : end) - place > lineBytesMax) return 'too_long';
      if (end < 0) {
        keepRest();
        return null;
      }
      const last = chunk.subarray(place, end);
      place = end + 1;
      if (rest.length === 0) return last;
      const line = Buffer.concat([...rest, last]);
      rest = [];
      restBytes = 0;
      return line;
    },
  };
}
