// SPDX-License-Identifier: Apache-2.0
/** Replaces built-in functions whose work grows with what they are given by ones that also add it up. */

export const charges = { total: 0 };

type Method = (this: never, ...args: never[]) => unknown;
/** Units of work, from what the method was called on, with, and what it answered. */
type Price = (self: Sized, args: readonly unknown[], answer: unknown) => number;
interface Sized {
  readonly length: number;
}

const whole: Price = (self) => self.length;
const answered: Price = (_self, _args, answer) => (answer as Sized).length;
const given: Price = (_self, [other]) => (other as Sized).length;
const sorted: Price = (self) => self.length * Math.ceil(Math.log2(self.length + 2));
/** From where it began to where it found something, or to the end. */
const searched: Price = (self, [, from], answer) => {
  const end = typeof answer === 'number' && answer >= 0 ? answer : self.length;
  return Math.max(0, end - (typeof from === 'number' ? from : 0));
};
const searchedBack: Price = (self, [, from], answer) => {
  const start = typeof from === 'number' ? Math.min(from, self.length) : self.length;
  return Math.max(0, start - Math.max(0, answer as number));
};
const filled: Price = (self, [, from, to]) => ((to as number) ?? self.length) - ((from as number) ?? 0);

const OF_STRINGS = {
  indexOf: searched,
  lastIndexOf: searchedBack,
  includes: whole,
  startsWith: given,
  endsWith: given,
  slice: answered,
  substring: answered,
  concat: answered,
  repeat: answered,
  padStart: answered,
  split: whole,
  replace: whole,
  replaceAll: whole,
  toLowerCase: whole,
  toUpperCase: whole,
  normalize: whole,
  trim: whole,
};
const OF_LISTS = {
  indexOf: searched,
  lastIndexOf: searchedBack,
  includes: whole,
  slice: answered,
  fill: filled,
  sort: sorted,
  join: whole,
  reverse: whole,
};
const OF_ARRAYS = { ...OF_LISTS, concat: answered, shift: whole, unshift: whole, splice: whole };
const OF_BYTES = { ...OF_LISTS, set: given, copyWithin: whole };
const OF_BUFFERS = { latin1Slice: answered, latin1Write: given, utf8Slice: answered, toString: answered, write: given };
const OF_EXPRESSIONS = { test: given, exec: given };

export function chargeBuiltIns(): void {
  charge(String.prototype, OF_STRINGS);
  charge(Array.prototype, OF_ARRAYS);
  charge(Object.getPrototypeOf(Uint8Array.prototype) as object, OF_BYTES);
  charge(Buffer.prototype, OF_BUFFERS);
  charge(RegExp.prototype, OF_EXPRESSIONS);
}

function charge(prototype: object, prices: Readonly<Record<string, Price>>): void {
  for (const [name, price] of Object.entries(prices)) {
    const own = (prototype as Record<string, Method | undefined>)[name];
    if (own === undefined) continue;
    const value = function (this: Sized, ...args: unknown[]): unknown {
      const answer = Reflect.apply(own, this, args);
      charges.total += price(this, args, answer);
      return answer;
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}
