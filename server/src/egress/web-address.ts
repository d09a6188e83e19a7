/** Addresses that people name for the service to call. Whether one may be reached is seen when it is called. */

/** What is wrong with it goes on after the name of a field. */
type WebAddress = { href: string; fault?: never } | { href?: never; fault: string };

/** An http or https address without credentials or fragment, in the one spelling that clients send it in. */
export function readWebAddress(value: string): WebAddress {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return { fault: 'must be an http or https address' };
  if (url.username !== '' || url.password !== '') return { fault: 'must not carry a user name or password' };
  if (value.includes('#')) return { fault: 'must not have a fragment (#)' };
  return { href: url.href };
}
