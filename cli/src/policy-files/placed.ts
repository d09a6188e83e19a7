// SPDX-License-Identifier: Apache-2.0
/** Finds the place in the files for a field of a request, as the service names it. */

interface Placed<Fault> {
  faultAt(field: string, message: string): Fault;
}

/** The parts of the files that a request holds, in its order. */
export interface Sent<Fault> {
  readonly budgets?: readonly Placed<Fault>[];
  readonly cases?: readonly Placed<Fault>[];
  readonly claims?: readonly Placed<Fault>[];
  readonly policies?: readonly Placed<Fault>[];
  readonly toolRules?: readonly Placed<Fault>[];
}

/**
 * @param field such as `cases[0].input.agent` or `policies[2].condition.minRecords`
 * @returns null for a field that is in no file
 */
export function placed<Fault>(sent: Sent<Fault>, field: string, message: string): Fault | null {
  const [, list, index, rest = ''] =
    /^(budgets|cases|claims|policies|toolRules)\[(\d+)\](?:\.(.*))?$/s.exec(field) ?? [];
  if (list === 'cases') return sent.cases?.[Number(index)]?.faultAt(rest, message) ?? null;
  if (list === 'claims') return sent.claims?.[Number(index)]?.faultAt(rest, message) ?? null;
  if (list !== 'policies' && list !== 'budgets' && list !== 'toolRules') return null;
  const inFile = rest === 'name' ? 'metadata.name' : `spec.${rest}`;
  return sent[list]?.[Number(index)]?.faultAt(inFile, message) ?? null;
}
