// SPDX-License-Identifier: Apache-2.0
/**
 * Names, ids, keys and addresses of the organizations that a test file works in. The files of a worker share one
 * database, so each gets names that no other has. They change before each file is loaded, and at each further
 * `openOrganization` of it. A constant at a file's top level holds the names of the first organization that it opens.
 */

export let ACME: string;
export let GLOBEX: string;

export let LIVE_KEY: string;
export let TEST_KEY: string;
export let BOUND_KEY: string;
export let BOUND_TEST_KEY: string;
export let OFFICE_KEY: string;
export let LOOPBACK_KEY: string;
export let EXPIRED_KEY: string;
export let GLOBEX_KEY: string;

type Ids<Name extends string> = Readonly<Record<Name, string>>;

export let IDS: Ids<'billingBot' | 'supportBot' | 'readerBot' | 'pausedBot' | 'customers' | 'priceList' | 'orders'>;

/** Routes of `acmeWithRoutes`. */
export let ROUTES: Ids<
  | 'crm'
  | 'parameter'
  | 'bearer'
  | 'basic'
  | 'oauth'
  | 'plain'
  | 'elsewhere'
  | 'restricted'
  | 'inside'
  | 'away'
  | 'hasty'
  | 'tools'
  | 'bare'
>;

/** Addresses of people of Acme; the stranger is of Globex. */
export let PEOPLE: Ids<'owner' | 'admin' | 'member' | 'stranger'>;

export let OWNER: string;
export let ADMIN: string;
export let MEMBER: string;

/** Zero stands for names without a number. */
let number = 0;
let last = 0;
let isTaken = false;

/** An address that belongs to the running file alone, such as `mailOf('ana')`. */
export function mailOf(person: string, place = 'new'): string {
  return `${person}@${place}${number === 0 ? '' : `-${number}`}.test`;
}

/** An id of version 7 that belongs to the running file alone. @param last four hexadecimal digits */
export function idOf(last: string): string {
  return `018f0000-0000-7000-8000-${number.toString(16).padStart(8, '0')}${last}`;
}

/**
 * A key that belongs to the running file alone.
 * @param letter that its random part begins with: a capital, since numbers are written in digits and small letters
 */
export function keyOf(kind: 'live' | 'test', letter: string): string {
  return `key_${kind}_${letter.repeat(37)}${number.toString(36).padStart(6, letter)}`;
}

/** A name of an organization that belongs to the running file alone. */
export function organizationName(name: string): string {
  return number === 0 ? name : `${name} ${number}`;
}

/** Gives all of them anew. */
export function renewNames(): void {
  last += 1;
  takeNames(last);
}

/**
 * Gives those without a number, for a database of one's own. A test needs them where it reads texts in which they
 * stand, or where it copies that database.
 */
export function plainNames(): void {
  takeNames(0);
}

function takeNames(given: number): void {
  number = given;
  isTaken = false;
  ACME = organizationName('Acme');
  GLOBEX = organizationName('Globex');
  LIVE_KEY = keyOf('live', 'L');
  TEST_KEY = keyOf('test', 'T');
  BOUND_KEY = keyOf('live', 'B');
  BOUND_TEST_KEY = keyOf('test', 'D');
  OFFICE_KEY = keyOf('live', 'O');
  LOOPBACK_KEY = keyOf('live', 'I');
  EXPIRED_KEY = keyOf('live', 'E');
  GLOBEX_KEY = keyOf('live', 'G');
  IDS = {
    billingBot: idOf('a001'),
    supportBot: idOf('a002'),
    readerBot: idOf('a003'),
    pausedBot: idOf('a004'),
    customers: idOf('b001'),
    priceList: idOf('b002'),
    orders: idOf('b003'),
  };
  ROUTES = {
    crm: idOf('c001'),
    parameter: idOf('c002'),
    bearer: idOf('c003'),
    basic: idOf('c004'),
    oauth: idOf('c005'),
    plain: idOf('c006'),
    elsewhere: idOf('c007'),
    restricted: idOf('c008'),
    inside: idOf('c009'),
    away: idOf('c00a'),
    hasty: idOf('c00b'),
    tools: idOf('d001'),
    bare: idOf('d002'),
  };
  PEOPLE = {
    owner: mailOf('owner', 'acme'),
    admin: mailOf('admin', 'acme'),
    member: mailOf('member', 'acme'),
    stranger: mailOf('owner', 'globex'),
  };
  OWNER = PEOPLE.owner;
  ADMIN = PEOPLE.admin;
  MEMBER = PEOPLE.member;
}

/** Names that no organization of the shared database has yet. */
export function freeNames(): void {
  if (isTaken) renewNames();
  isTaken = true;
}

renewNames();
