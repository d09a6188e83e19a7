// SPDX-License-Identifier: Apache-2.0
/**
 * Null when the text is no absolute URL. `URL.canParse` of Node.js 20 refuses letters such as ü once it has been called
 * often: its fast path reads Latin-1 as UTF-8.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
