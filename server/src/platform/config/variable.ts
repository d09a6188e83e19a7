// SPDX-License-Identifier: Apache-2.0
/** One environment variable, and parsers that several of them share. */
import { parseUrl } from '../addresses/index.ts';

export interface Variable<Value> {
  name: string;
  /** The default in the reference; empty when unset means off. */
  defaultText: string;
  meaning: string;
  /** May also stand in a file, which `NAME_FILE` names. */
  isSecret: boolean;
  /** @throws Error with a message that, after the variable's name, describes a good value */
  read(text: string | undefined): Value;
}

export function variable<Value>(
  name: string,
  defaultText: string,
  meaning: string,
  read: (text: string | undefined) => Value,
): Variable<Value> {
  return { name, defaultText, meaning, isSecret: false, read };
}

export function secret<Value>(...about: Parameters<typeof variable<Value>>): Variable<Value> {
  return { ...variable(...about), isSecret: true };
}

export function integer(text: string, min: number, max: number): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`);
  return value;
}

export function plainAddress(text: string, example: string): URL {
  const url = parseUrl(text);
  const plain =
    url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
  if (url === null || !plain) throw new Error(`must be an http or https address without query, such as ${example}`);
  return url;
}

export function webAddress(text: string): string {
  const url = plainAddress(text, 'https://svc.example');
  if (url.pathname !== '/') {
    throw new Error(
      `must have no path, and \`${url.pathname}\` is one: the service answers at the root of its address`,
    );
  }
  return url.origin;
}
