// SPDX-License-Identifier: Apache-2.0
/** The answers that a change of a guardrail, or a proof, makes old. */
import type { AppOperationId } from '@svc/contract';

export const CLAIM_READS: readonly AppOperationId[] = [
  'listGuardrails',
  'readGuardrail',
  'listGuardrailVersions',
  'listDeletedGuardrails',
];
