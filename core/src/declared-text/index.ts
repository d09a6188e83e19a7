// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the reading of a text in the character set that it declares. A byte order mark counts first, then the media
 * type, then an XML declaration or an HTML element. It refuses to know where the bytes come from.
 */
export interface DeclaredText {
  readonly body: Uint8Array;
  /** The value of Content-Type; null without one. */
  readonly contentType: string | null;
  /** The end is missing: it may stand within a character. */
  readonly isCut: boolean;
}

/** @returns the text without its mark; null for a set that is not known, and for bytes that are no text of the set */
export function textIn({ body, contentType, isCut }: DeclaredText): string | null {
  const label = labelOf(body, contentType);
  if (label === null) return null;
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    const text = decoder.decode(body, { stream: isCut });
    return decoder.encoding === 'windows-1252' ? withSigns(text) : text;
  } catch {
    return null;
  }
}

const LABEL_CHARACTERS_MAX = 40;
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^;\s"']*))/i;
/** HTML looks for its element in as many bytes. */
const DECLARED_WITHIN_BYTES = 1_024;
const XML_DECLARATION = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i;
const HTML_ELEMENT = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i;
const UTF_16 = /^(?:utf-?16|ucs-?2|iso-10646-ucs-2|unicode)/i;

function labelOf(body: Uint8Array, contentType: string | null): string | null {
  const marked = markOf(body);
  if (marked !== null) return marked;
  const [, ...values] = CHARSET.exec(contentType ?? '') ?? [];
  const named = values.find((value) => value !== undefined)?.trim();
  if (named !== undefined && named !== '') return labelIn(named, body);
  const wide = wideOf(body);
  if (wide !== null) return wide;
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, DECLARED_WITHIN_BYTES));
  const declared = start.toString('latin1');
  const isHtml = contentType === null || /html/i.test(contentType);
  const label = XML_DECLARATION.exec(declared)?.[1] ?? (isHtml ? HTML_ELEMENT.exec(declared)?.[1] : undefined);
  // A declaration that was read byte by byte is no UTF-16, whatever it says.
  return label === undefined || UTF_16.test(label) ? 'utf-8' : labelIn(label, body);
}

function labelIn(named: string, body: Uint8Array): string | null {
  if (named.length > LABEL_CHARACTERS_MAX) return null;
  // Without a mark and an order, the place of the zeros tells the order.
  return /^utf-?16$/i.test(named) ? (wideOf(body) ?? 'utf-16le') : named;
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

/** Two characters of ASCII in UTF-16 without a mark. */
function wideOf([first = 1, second = 1, third = 1, fourth = 1]: Uint8Array): string | null {
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : null;
}

/** The signs of windows-1252 from 0x80 to 0x9f, which some versions of Node.js read as ISO-8859-1. */
const SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CONTROLS = /[\u0080-\u009f]/g;

const withSigns = (text: string): string =>
  text.replace(CONTROLS, (control) => SIGNS.charAt(control.charCodeAt(0) - 0x80));
