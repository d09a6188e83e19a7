// SPDX-License-Identifier: Apache-2.0
/** A policy as the document of its file. */
import type { PolicySpec } from '@svc/contract';

export interface Stored {
  id: string;
  updatedAt: string;
}

/** @param spec with every default written out, in the order of policy files */
export function policyDocument({ name, ...spec }: PolicySpec, stored?: Stored): object {
  const metadata = stored === undefined ? { name } : { name, id: stored.id, updatedAt: stored.updatedAt };
  return { apiVersion: 'svc/v1', kind: 'Policy', metadata, spec };
}
