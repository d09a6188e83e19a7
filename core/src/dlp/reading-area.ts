/** Where a text is read: an area that is used again and again, wiped after each scan; for long texts a new one. */

/** New memory for each short text took longer than to read it. */
const SHARED_UNITS_MAX = 8_192;

interface Area {
  /** UTF-16 units of the text. */
  units: Uint16Array;
  /** The same memory. */
  copy: Buffer;
  bytes: Uint8Array;
}

// Texts are copied as UTF-16LE and read as units of the machine.
if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) throw new Error('The scan needs a little-endian machine.');

const SHARED = newArea(SHARED_UNITS_MAX);

/** @param length UTF-16 units to be read. What is read in the area holds until `forget`, which must follow. */
export function areaFor(length: number): Area {
  return length <= SHARED_UNITS_MAX ? SHARED : newArea(length);
}

/** Wipes the area of a text: its content is kept no longer than its scan takes. */
export function forget({ length }: string): void {
  if (length > SHARED_UNITS_MAX) return;
  SHARED.units.fill(0, 0, length);
  SHARED.bytes.fill(0, 0, length);
}

function newArea(length: number): Area {
  const units = new Uint16Array(length);
  return { units, copy: Buffer.from(units.buffer), bytes: new Uint8Array(length) };
}
