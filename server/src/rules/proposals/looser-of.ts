// SPDX-License-Identifier: Apache-2.0
/** Tells by how much a change lets more through, in a form of which two compare. */
import type { AppPolicyDifference, Looser } from '@svc/contract';
import { canonicalJson, type JsonValue } from '@svc/core/canonical-json';

/** @returns null when it lets nothing more through */
export function looserOf({
  complete,
  of,
  looser,
  changes,
}: Pick<AppPolicyDifference, 'complete' | 'of' | 'looser'> & {
  changes: readonly AppPolicyDifference['changes'][number][];
}): Looser | null {
  if (complete && looser === 0) return null;
  const only = changes.filter(({ kind }) => kind === 'looser');
  return { policies: { complete, of, looser, changes: only }, settings: [], records: [] };
}

/** Examples are made anew by each comparison, and do not count. */
export function isSameLooser(one: Looser, other: Looser): boolean {
  return comparable(one) === comparable(other);
}

/** A proposal that was made before there were records has none. */
function comparable({ policies, settings, records = [] }: Looser): string {
  const changes = policies?.changes.map(({ areas, ...change }) => ({
    ...change,
    areas: areas.map(({ when, by }) => ({ when, by })),
  }));
  return canonicalJson({ policies: policies && { ...policies, changes }, settings, records } as unknown as JsonValue);
}
