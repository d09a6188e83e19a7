// SPDX-License-Identifier: Apache-2.0
/** Headers of answers that pages of any origin may read: they carry nothing that a cookie of the app opens. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  // The wildcard leaves `Authorization` out; older browsers do not know it.
  'access-control-allow-headers': 'Content-Type, Authorization, MCP-Protocol-Version, *',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
  'access-control-max-age': '3600',
};

/** An address of our own is the same with a last slash. */
export function spellingsOf(path: string): string[] {
  return [path, `${path}/`];
}
