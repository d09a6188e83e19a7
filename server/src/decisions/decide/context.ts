// SPDX-License-Identifier: Apache-2.0
/** The words of an agent about its act: the form in which they are kept, and bound by commitments. */
import { CONTEXT_FIELDS, type ContextField, type DlpType, type EventContext } from '@svc/contract';
import { commitText, newSalt } from '@svc/core/audit-chain';
import { masked, scan } from '@svc/core/dlp';
import type { StoredContext } from '../../record/recorder/index.ts';

/** Values of these types are replaced; others are what an approver must see, such as an address. */
const REPLACED: ReadonlySet<DlpType> = new Set(['API_KEY', 'PRIVATE_KEY', 'CREDIT_CARD', 'HEALTH_DATA']);

const TEXTS: ReadonlySet<ContextField> = new Set(['purpose', 'destinationName']);

/** @returns the fields as they are kept; null when there are none */
export function keptContext(given: EventContext | undefined): EventContext | null {
  if (given === undefined) return null;
  const fields = CONTEXT_FIELDS.flatMap((field) => {
    const value = given[field];
    return value === undefined ? [] : [[field, TEXTS.has(field) ? withoutSecrets(value) : value] as const];
  });
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/** A key, in however many pieces, up to its last line; without one, to the end of the text. */
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gs;

function withoutSecrets(given: string): string {
  const text = given.replaceAll(PRIVATE_KEY, '[PRIVATE_KEY]');
  return masked(text, scan(text).findings, (type) => REPLACED.has(type));
}

/** With a salt for each field, so that each can be erased alone. */
export function storedContext(kept: EventContext): StoredContext {
  return Object.fromEntries(
    Object.entries(kept).map(([field, value]) => {
      const salt = newSalt();
      return [field, { commitment: commitText(salt, value), value, salt }];
    }),
  );
}

/** By field, for the digest and the audit entry; null when nothing was kept. */
export function commitmentsOf(stored: StoredContext | null): Record<string, string> | null {
  if (stored === null) return null;
  const fields = CONTEXT_FIELDS.flatMap((field) => {
    const one = stored[field];
    return one === undefined ? [] : [[field, one.commitment] as const];
  });
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/**
 * The fields in which a context differs from the stored one. Erased fields cannot be compared, and where the
 * organization keeps none there is nothing to compare.
 */
export function contextDifferences(kept: EventContext | null, stored: StoredContext | null): string[] {
  if (kept === null || (stored !== null && Object.keys(stored).length === 0)) return [];
  return CONTEXT_FIELDS.filter((field) => {
    const [value, one] = [kept[field], stored?.[field]];
    if (one === undefined || one.salt === undefined) return one === undefined && value !== undefined;
    return value === undefined || commitText(one.salt, value) !== one.commitment;
  });
}
