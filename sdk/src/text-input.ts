// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the reading of texts that come from files, streams and variables. A text says the same with or without a byte
 * order mark, and with CR LF or LF. A key says the same with blanks around it. It refuses to know where bytes
 * come from.
 */

/** The bytes are no UTF-8; the message says which encoding they seem to have and what to do. */
export class EncodingFault extends Error {
  override readonly name = 'EncodingFault';
}

/** Files that were joined keep a mark each, so that one may stand at the start of any line. */
const BYTE_ORDER_MARKS = /^\uFEFF+/gm;
/** White space, byte order marks, and the characters without width that pages and mails put around a key. */
const AROUND_KEY = /[\s\uFEFF\u200B-\u200F\u2060]/;

/**
 * The text of a whole file or stream: UTF-8, without byte order marks, its lines ended by line feeds alone.
 * @throws EncodingFault for any other encoding
 */
export function readText(bytes: Uint8Array): string {
  if (isUtf16(bytes)) throw new EncodingFault('It is written in UTF-16: save it as UTF-8.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new EncodingFault('It is not written in UTF-8: save it as UTF-8.');
  }
  return plainText(text);
}

/** The same for a text that is decoded already. */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(BYTE_ORDER_MARKS, '');
}

/** A key, token, password or address of a variable, an option or a file: without what stands around it. */
export function readKeyMaterial(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && AROUND_KEY.test(text.charAt(start))) start += 1;
  while (start < end && AROUND_KEY.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** By its mark, or by the NUL beside each of the first characters, which are ASCII in every text that we read. */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return (first === 0 && third === 0) !== (second === 0 && fourth === 0) && bytes.length >= 4;
}
