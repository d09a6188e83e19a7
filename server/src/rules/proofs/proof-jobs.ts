// SPDX-License-Identifier: Apache-2.0
/** The computations of the thread for proofs. */
import { type AccessJob, type FoundAccess, findAccess } from './access-job.ts';
import { type Analysed, type AnalyseJob, analyseSet } from './analyse-job.ts';
import { type Compared, compareSets, type DifferenceJob } from './difference-job.ts';
import { type GuardedChange, type GuardJob, guardClaims } from './guard-job.ts';
import { type Proved, type ProveJob, proveClaims } from './prove-job.ts';
import { type FoundShadow, findShadow, type ShadowJob } from './shadow-job.ts';
import { type FoundWaysOut, findWaysOut, type WaysOutJob } from './ways-out-job.ts';

export type ProofJob = ProveJob | AnalyseJob | DifferenceJob | WaysOutJob | AccessJob | GuardJob | ShadowJob;
export type ProofJobResult = Proved | Analysed | Compared | FoundWaysOut | FoundAccess | GuardedChange | FoundShadow;

export function runProofJob(job: ProofJob): ProofJobResult {
  switch (job.kind) {
    case 'prove':
      return proveClaims(job);
    case 'analyse':
      return analyseSet(job);
    case 'difference':
      return compareSets(job);
    case 'waysOut':
      return findWaysOut(job);
    case 'access':
      return findAccess(job);
    case 'guard':
      return guardClaims(job);
    case 'shadow':
      return findShadow(job);
  }
}
