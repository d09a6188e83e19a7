// SPDX-License-Identifier: Apache-2.0
/** Policies as the text of policy files, equal byte for byte to what the command line writes. */
import { compareCodePoints } from '@svc/core/code-point-order';
import type { OrganizationSnapshot, StoredPolicyRecord } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { PolicyThreads } from '../policy-jobs/index.ts';
import { policyOf } from './read-for-people.ts';

/** Policies of one computation, by the length of their JSON: a large set takes many, and others come between. */
const BATCH_CHARACTERS_MAX = 200_000;
const API_ONLY = 'its condition has dlpTypes or lgpdCategories, which policy files do not hold.';

/** @throws ApiError 404; 409 for a policy that files cannot hold; 400, 429 and 503 of the computation */
export async function exportPolicy(
  threads: PolicyThreads,
  snapshot: OrganizationSnapshot,
  policyId: string,
): Promise<string> {
  const record = policyOf(snapshot, policyId);
  const { documents } = await threads.export(snapshot.organizationId, { kind: 'export', stored: [record] });
  const [text] = documents;
  if (text !== undefined) return text;
  throw new ApiError('conflict', { message: `The policy cannot stand in a file: ${API_ONLY}` });
}

/** The whole set in one text, by name. Policies that files cannot hold are named in comments. */
export async function exportPolicies(
  threads: PolicyThreads,
  organizationId: string,
  policies: readonly StoredPolicyRecord[],
): Promise<string> {
  const sorted = policies.toSorted((left, right) => compareCodePoints(left.name, right.name));
  const texts: string[] = [];
  const comments: string[] = policies.length === 0 ? ['# The set has no policies.\n'] : [];
  for (const stored of batchesOf(sorted)) {
    const { documents, leftOut } = await threads.export(organizationId, { kind: 'export', stored });
    for (const text of documents) texts.push(text);
    for (const name of leftOut) comments.push(`# ${JSON.stringify(name)} is left out: ${API_ONLY}\n`);
  }
  return comments.join('') + texts.join('---\n');
}

function* batchesOf(policies: readonly StoredPolicyRecord[]): Generator<StoredPolicyRecord[], void> {
  let batch: StoredPolicyRecord[] = [];
  let length = 0;
  for (const policy of policies) {
    if (batch.length > 0 && length + policy.text.length > BATCH_CHARACTERS_MAX) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(policy);
    length += policy.text.length;
  }
  if (batch.length > 0) yield batch;
}
