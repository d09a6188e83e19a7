// SPDX-License-Identifier: Apache-2.0
/** The parts of the service that the operations work with. */
import type pg from 'pg';
import type { WaitingCalls } from '../../record/events/index.ts';
import type { Impacts } from '../../record/impact/index.ts';
import type { PolicyGuard } from '../../rules/policies/index.ts';
import type { PolicyThreads } from '../../rules/policy-jobs/index.ts';
import type { ProofThreads } from '../../rules/proofs/index.ts';
import type { DecideDeps } from '../decide/index.ts';

export interface MachineApiDeps extends DecideDeps {
  pool: pg.Pool;
  policyThreads: PolicyThreads;
  proofThreads: ProofThreads;
  policyGuard: PolicyGuard;
  waitingCalls: WaitingCalls;
  impacts: Impacts;
}
