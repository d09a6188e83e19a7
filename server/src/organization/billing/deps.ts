// SPDX-License-Identifier: Apache-2.0
/** The dependencies of this room. */
import type { PlanChangeMode } from '@svc/contract';
import type pg from 'pg';
import type { Logger } from '../../platform/logging/index.ts';
import type { Processor } from './processor.ts';

export interface BillingDeps {
  pool: pg.Pool;
  planChange: PlanChangeMode;
  /** The payment processor; null where none is configured. */
  processor: Processor | null;
  baseUrl: () => string;
  log: Logger;
}
