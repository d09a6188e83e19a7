// SPDX-License-Identifier: Apache-2.0
/** The client of a request as its person may see it: coarse, and never enough to follow a person around. */
import { networkOf } from '../../platform/addresses/index.ts';

/** A request's client, as it came. */
export interface Client {
  /** The address of the client. */
  address: string;
  userAgent: string | undefined;
  acceptLanguage: string | undefined;
  /** Secret of the device cookie; null without one. */
  device: string | null;
}

export interface ClientNames {
  /** IPv4 by its /24, IPv6 by its /48; null for an unreadable address. */
  network: string | null;
  browser: string | null;
  system: string | null;
}

/** A browser names others for compatibility: the first that matches is the one. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
  ['curl', /^curl\//],
];

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

/** Longer texts are no browser's. */
const USER_AGENT_CHARACTERS_MAX = 1_000;

/** Names of closed lists only: what a client says of itself is not kept. */
export function clientNames({ address, userAgent }: Client): ClientNames {
  const text = (userAgent ?? '').slice(0, USER_AGENT_CHARACTERS_MAX);
  const named = (names: typeof BROWSERS) => names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return { network: networkOf(address), browser: named(BROWSERS), system: named(SYSTEMS) };
}

/** The language of mails that a browser asks for first; null for one that mails are not written in. */
export function languageOf({ acceptLanguage }: Client): 'en' | 'pt-BR' | null {
  const first = (acceptLanguage ?? '').slice(0, 2).toLowerCase();
  if (first === 'pt') return 'pt-BR';
  return first === 'en' ? 'en' : null;
}
