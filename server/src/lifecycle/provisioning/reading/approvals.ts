// SPDX-License-Identifier: Apache-2.0
/** Reads how a review is approved: the contract's schema checks its shape. */
import { type ApprovalsInput, approvalsProperty } from '@svc/contract';
import { type Approvals, approvalsOf } from '@svc/core/approvals';
import { schemaFaults } from '@svc/documents';
import { Ajv } from 'ajv';
import { plainValue } from '../syntax/index.ts';
import type { Reader } from './reader.ts';

export const approvals: Reader<Approvals> = (node, label, report) => {
  const value = plainValue(node);
  if (isApprovals(value)) return approvalsOf(value);
  for (const { position, message } of schemaFaults(isApprovals.errors ?? [], node, label)) report(position, message);
  return undefined;
};

/** `verbose` reports the possible fields of the map. */
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, meta: false, validateSchema: false });
const isApprovals = ajv.compile<ApprovalsInput>(approvalsProperty);
