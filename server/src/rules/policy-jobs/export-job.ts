// SPDX-License-Identifier: Apache-2.0
/** Writes stored policies as the documents of policy files. A pure computation. */
import { holdsFieldsOfApiOnly, policyDocument } from '@svc/core/policy';
import { documentText } from '@svc/documents';
import { storedPolicyOf } from './listing.ts';

export interface ExportJob {
  kind: 'export';
  stored: readonly { readonly id: string; readonly text: string; readonly updatedAtMs: number }[];
}

export interface Exported {
  documents: string[];
  /** Names of policies that files cannot hold. */
  leftOut: string[];
}

export function writeDocuments({ stored }: ExportJob): Exported {
  const exported: Exported = { documents: [], leftOut: [] };
  for (const record of stored) {
    const policy = storedPolicyOf(record);
    if (holdsFieldsOfApiOnly(policy)) exported.leftOut.push(policy.name);
    else exported.documents.push(documentText(policyDocument(policy)));
  }
  return exported;
}
