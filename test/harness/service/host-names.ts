// SPDX-License-Identifier: Apache-2.0
/** Host names for the services of tests. No name server is asked, whose answer would depend on the machine. */

/** A public address, which no test service may call. */
const PUBLIC_ADDRESS = '93.184.216.34';

const HERE = '127.0.0.1';

/** Names below `.test` lead to this machine, those that begin with `public.` to the world. No other name is known. */
export async function resolveTestName(host: string): Promise<readonly string[]> {
  const isKnown = host === 'localhost' || (host.endsWith('.test') && !host.startsWith('unknown.'));
  if (!isKnown) throw new Error(`queryA ENOTFOUND ${host}`);
  return [host.startsWith('public.') ? PUBLIC_ADDRESS : HERE];
}
