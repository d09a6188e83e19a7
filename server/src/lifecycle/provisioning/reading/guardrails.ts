// SPDX-License-Identifier: Apache-2.0
/** Reads a guardrail: a claim as files of claims have it, and whether changes that break it are refused. */
import { GUARDRAIL_CLAIM_BYTES_MAX, type PolicyClaim, PolicyClaimSchema, PolicyConditionSchema } from '@svc/contract';
import { claimFaults } from '@svc/core/policy';
import { placeOf, schemaFaults, segmentsOf } from '@svc/documents';
import { Ajv } from 'ajv';
import { lineFault } from '../../../registry/names/index.ts';
import { plainValue } from '../syntax/index.ts';
import type { Place, Reader } from './reader.ts';

export interface GuardrailEntry {
  readonly claim: PolicyClaim;
  /** Left out: the stored value stays, and a new one only tells. */
  readonly enforcing: boolean | undefined;
  readonly place: Place;
}

export const guardrailReader: Reader<GuardrailEntry> = (node, label, report) => {
  const value = plainValue(node);
  if (!isGuardrail(value) || node.kind !== 'map') {
    for (const { position, message } of schemaFaults(isGuardrail.errors ?? [], node, label)) report(position, message);
    return undefined;
  }
  const { enforcing, ...claim } = value;
  const faults = claimFaults(claim, '');
  for (const { path, message } of faults) report(placeOf(node, segmentsOf(path)), message);
  const nameFault = lineFault(claim.name);
  if (nameFault !== null) report(placeOf(node, ['name']), `name ${nameFault}`);
  const isTooLong = Buffer.byteLength(JSON.stringify(claim)) > GUARDRAIL_CLAIM_BYTES_MAX;
  if (isTooLong) report(node.position, `${label} must be at most ${GUARDRAIL_CLAIM_BYTES_MAX} bytes as JSON`);
  if (faults.length > 0 || nameFault !== null || isTooLong) return undefined;
  return { claim, enforcing, place: { position: node.position, fields: {}, node } };
};

/** `verbose` reports the possible fields of the map. */
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, meta: false, validateSchema: false });
ajv.addSchema(PolicyConditionSchema);
const { $id: _id, ...claimSchema } = PolicyClaimSchema as typeof PolicyClaimSchema & { $id?: string };
const isGuardrail = ajv.compile<PolicyClaim & { enforcing?: boolean }>({
  ...claimSchema,
  properties: { ...PolicyClaimSchema.properties, enforcing: { type: 'boolean' } },
});
