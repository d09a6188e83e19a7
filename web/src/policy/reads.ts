// SPDX-License-Identifier: Apache-2.0
/** The answers that a change of a policy makes old. */
import type { AppOperationId } from '@svc/contract';

export const POLICY_READS: readonly AppOperationId[] = [
  'analysePolicies',
  'comparePolicies',
  'listGuardrails',
  'listPolicies',
  'readPolicy',
  'readPolicyShadow',
  'listPolicyVersions',
  'readGuardrail',
  'readPolicyVersion',
];
