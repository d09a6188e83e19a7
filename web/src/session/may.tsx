// SPDX-License-Identifier: Apache-2.0
/**
 * The rights of the person's role, from the table of operations: the same row that the server checks. A visitor of the
 * demo only looks, and asks.
 */
import type { AppOperationId } from '@svc/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OPERATIONS } from '../api/operation-table.ts';
import { meQuery } from './me.ts';

export function useMay(): (operation: AppOperationId) => boolean {
  const { organization, demo } = useSuspenseQuery(meQuery).data;
  const { role } = organization;
  return (operation) => {
    const { method, onlyAsks, who } = OPERATIONS[operation];
    if (demo && method !== 'GET' && onlyAsks !== true) return false;
    return who === 'anybody' || who.includes(role);
  };
}

/** Shows its content to people who may run the operation. */
export function Can({ operation, children }: { operation: AppOperationId; children: ReactNode }) {
  return useMay()(operation) ? children : null;
}
