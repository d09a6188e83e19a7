// SPDX-License-Identifier: Apache-2.0
/** Names hold what people wrote: signs that steer a terminal are escaped before they are shown on one. */
export function plainLine(line: string): string {
  return line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
