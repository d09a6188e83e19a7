// SPDX-License-Identifier: Apache-2.0
/** The names of domains, in the one spelling in which they are compared. */
import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { SSO_DOMAIN_CHARACTERS_MAX } from '@svc/contract';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @returns null for what is no domain of mail addresses */
export function domainOf(text: string): string | null {
  const name = domainToASCII(text.trim().toLowerCase());
  const labels = name.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isName && name.length <= SSO_DOMAIN_CHARACTERS_MAX ? name : null;
}

export function domainOfAddress(email: string): string | null {
  return domainOf(email.slice(email.lastIndexOf('@') + 1));
}

const TOKEN_BYTES = 20;

/** No secret: it says which organization the domain's own people mean. */
export const newToken = () => randomBytes(TOKEN_BYTES).toString('hex');

/** The TXT record that proves a domain. Its name is short of the domain, so that other records stay apart. */
export function recordOf(domain: string, token: string): { name: string; value: string } {
  return { name: `_svc-sign-in.${domain}`, value: `svc-sign-in=${token}` };
}
