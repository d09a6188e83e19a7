// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses of PostgreSQL with several hosts, `postgres://user@one:5432,two:5432/name`. The driver and `URL` read those
 * with one host. Source: PostgreSQL, libpq, "Specifying Multiple Hosts".
 */

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/s;

/** One address for each of its hosts, in their order; the text itself when it is no such address. */
export function databaseUrls(text: string): string[] {
  const parts = PARTS.exec(text);
  if (parts === null) return [text];
  const [, before = '', hosts = '', after = ''] = parts;
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Changes all but the hosts. */
export function changedDatabaseUrl(text: string, change: (url: URL) => void): string {
  const [first = text] = databaseUrls(text);
  const url = new URL(first);
  change(url);
  const [, , hosts = ''] = PARTS.exec(text) ?? [];
  return url.href.replace(PARTS, (_whole, before: string, _host, after: string) => `${before}${hosts}${after}`);
}
