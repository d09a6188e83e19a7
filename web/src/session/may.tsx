// SPDX-License-Identifier: Apache-2.0
/**
 * The rights of the person's role, from the table of operations: the same row that the server checks. A visitor of the
 * demo only looks, and asks. A session that came by a directory changes nothing of the account.
 */
import type { AppOperationId } from '@svc/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OPERATIONS } from '../api/operation-table.ts';
import { meQuery } from './me.ts';

export function useMay(): (operation: AppOperationId) => boolean {
  const { organization, demo, directory } = useSuspenseQuery(meQuery).data;
  const { role } = organization;
  return (operation) => {
    const { method, onlyAsks, who, notByDirectory } = OPERATIONS[operation];
    if (directory && notByDirectory === true) return false;
    if (demo && method !== 'GET' && onlyAsks !== true) return false;
    return who === 'anybody' || who.includes(role);
  };
}

/** Shows its content to people who may run the operation. */
export function Can({ operation, children }: { operation: AppOperationId; children: ReactNode }) {
  return useMay()(operation) ? children : null;
}
