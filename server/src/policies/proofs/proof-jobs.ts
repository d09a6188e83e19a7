/** The computations of the thread for proofs. */
import { type Analysed, type AnalyseJob, analyseSet } from './analyse-job.ts';
import { type Compared, compareSets, type DifferenceJob } from './difference-job.ts';
import { type Proved, type ProveJob, proveClaims } from './prove-job.ts';

export type ProofJob = ProveJob | AnalyseJob | DifferenceJob;
export type ProofJobResult = Proved | Analysed | Compared;

export function runProofJob(job: ProofJob): ProofJobResult {
  switch (job.kind) {
    case 'prove':
      return proveClaims(job);
    case 'analyse':
      return analyseSet(job);
    case 'difference':
      return compareSets(job);
  }
}
