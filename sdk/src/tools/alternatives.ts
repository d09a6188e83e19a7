// SPDX-License-Identifier: Apache-2.0
/** Alternatives of a decision as a sentence for the model. */
import type { Alternative, Decision } from '../wire.ts';

/** @returns a sentence with a space before it; empty where the service told none */
export function alternativesText({ alternatives = [] }: Pick<Decision, 'alternatives'>): string {
  const told = alternatives.map(alternativeText).filter((text) => text !== '');
  if (told.length === 0) return '';
  return (
    ` The same action would have been allowed ${told.join('; or ')}. If that still does what the user asked for, you ` +
    'may ask for it as a new action, once. Do not split the action into smaller ones, and leave no fact out.'
  );
}

function alternativeText({ recordsAffected, destination, businessHours, withoutCategories = [] }: Alternative): string {
  return [
    recordsAffected !== undefined && recordsText(recordsAffected),
    destination === 'INTERNAL' && 'to an internal destination',
    businessHours === true && 'in business hours',
    withoutCategories.length > 0 && `without data of the categories ${withoutCategories.join(', ')}`,
  ]
    .filter((text) => text !== false)
    .join(' and ');
}

function recordsText({ from, to }: NonNullable<Alternative['recordsAffected']>): string {
  return from === 0 ? `with at most ${to} records` : `with ${from} to ${to} records`;
}
