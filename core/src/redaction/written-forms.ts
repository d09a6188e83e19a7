// SPDX-License-Identifier: Apache-2.0
/** A secret as programs write it into an address, a form, JSON or HTML, before they encode the whole again. */

/** The secret itself, and every form that differs from it: most secrets have none. */
export function writtenForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret.toWellFormed());
  const named = escapedForHtml(secret, { '"': '&quot;', "'": '&#39;' });
  const forms = [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    json.replaceAll(BEYOND_ASCII, unicodeEscape),
    url,
    url.replaceAll(ESCAPE, (one) => one.toLowerCase()),
    url.replaceAll(UNRESERVED_MARKS, percentEscape),
    new URLSearchParams([['', secret]]).toString().slice(1),
    named,
    escapedForHtml(secret, { '"': '&#34;', "'": '&#x27;' }),
  ];
  return [...new Set(forms)];
}

const BEYOND_ASCII = /[\u0080-\uffff]/g;
const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const ESCAPE = /%../g;
/** Some writers of addresses escape these characters, and others do not: RFC 3986, section 2.2. */
const UNRESERVED_MARKS = /[!'()*]/g;
const percentEscape = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;

function escapedForHtml(text: string, quotes: Readonly<Record<string, string>>): string {
  const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...quotes };
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}
