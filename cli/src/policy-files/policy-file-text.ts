// SPDX-License-Identifier: Apache-2.0
/** A stored policy as the text of a file. Equal policies give equal bytes. */
import type { StoredPolicy } from '@svc/contract';
import { policyDocument } from '@svc/core/policy';
import { documentText } from '@svc/documents';

export function policyFileText(policy: StoredPolicy): string {
  return documentText(policyDocument(policy));
}
