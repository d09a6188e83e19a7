// SPDX-License-Identifier: Apache-2.0
/** The threads in which proofs run: of low priority, for they may take seconds and a quarter of a gigabyte. */
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { installed } from '../../platform/installation/index.ts';
import { SHARED_PLACES } from '../../platform/shares/index.ts';
import { createThreads, type Threads, ThreadsRefused } from '../../platform/threads/index.ts';
import type { AccessJob, FoundAccess } from './access-job.ts';
import type { Analysed, AnalyseJob } from './analyse-job.ts';
import type { Compared, DifferenceJob } from './difference-job.ts';
import type { GuardedChange, GuardJob } from './guard-job.ts';
import type { ProofJob, ProofJobResult } from './proof-jobs.ts';
import type { Proved, ProveJob } from './prove-job.ts';
import type { FoundShadow, ShadowJob } from './shadow-job.ts';
import type { FoundWaysOut, WaysOutJob } from './ways-out-job.ts';

/** An analysis gives up by itself after ten seconds. Reading, compiling and checking stand beside it. */
const PROCESSOR_MS_MAX = 15_000;
const WITHIN_MS = 60_000;
const HEAP_MEGABYTES_MAX = 512;
const RETRY_AFTER_SECONDS = 10;
const TOO_LONG = `more than ${PROCESSOR_MS_MAX / 1_000} seconds of computing`;

export interface Proofs {
  /** @throws ApiError 400 for what takes too long, 429 when too many of the organization wait, 503 when too many do */
  prove(organizationId: string, job: ProveJob): Promise<Proved>;
  /** @throws ApiError as above */
  analyse(organizationId: string, job: AnalyseJob): Promise<Analysed>;
  /** @throws ApiError as above */
  compare(organizationId: string, job: DifferenceJob): Promise<Compared>;
  /** @throws ApiError as above */
  waysOut(organizationId: string, job: WaysOutJob): Promise<FoundWaysOut>;
  /** @throws ApiError as above */
  access(organizationId: string, job: AccessJob): Promise<FoundAccess>;
  /** @throws ApiError as above */
  guard(organizationId: string, job: GuardJob): Promise<GuardedChange>;
  /** @throws ApiError as above */
  shadow(organizationId: string, job: ShadowJob): Promise<FoundShadow>;
  /** @returns the same, whose jobs end when their caller has gone */
  until(gone: AbortSignal): Proofs;
}

export interface ProofThreads extends Proofs {
  /** The same for what a change of the policies needs, which may end an incident: it comes before questions. */
  ofChanges: Proofs;
  /** Resolves when the threads have started and run a job. */
  warm(): Promise<void>;
  /** Jobs that wait for a thread. */
  waiting(): number;
  close(): Promise<void>;
}

export function createProofThreads(): ProofThreads {
  const threads = createThreads<ProofJob, ProofJobResult>({
    file: installed('server/bin/proof-worker.cjs'),
    places: SHARED_PLACES.proofs,
    withinMs: WITHIN_MS,
    processorMsMax: PROCESSOR_MS_MAX,
    heapMegabytesMax: HEAP_MEGABYTES_MAX,
    warmUp: WARM_UP,
  });
  const { warm, waiting, close } = threads;
  return { ...proofsIn(threads, {}), ofChanges: proofsIn(threads, { isReserved: true }), warm, waiting, close };
}

type Run = Threads<ProofJob, ProofJobResult>['run'];

function proofsIn(threads: { run: Run }, asked: NonNullable<Parameters<Run>[2]>): Proofs {
  const inThread = async <Result>(organizationId: string, job: ProofJob): Promise<Result> => {
    const result = await threads.run(organizationId, job, asked).catch((error: unknown) => {
      throw error instanceof ThreadsRefused ? refusal(error, job) : new ApiError('internal_error', { cause: error });
    });
    return result as Result;
  };
  return {
    prove: inThread,
    analyse: inThread,
    compare: inThread,
    waysOut: inThread,
    access: inThread,
    guard: inThread,
    shadow: inThread,
    until: (signal) => proofsIn(threads, { ...asked, signal }),
  };
}

const WARM_UP: ProofJob = {
  kind: 'analyse',
  stored: [],
  agents: [],
  resources: [],
  settings: { enforcement: 'ENFORCE', riskReviewAt: 60, riskBlockAt: 90 },
};

function refusal({ reason, cause }: ThreadsRefused, { kind }: ProofJob): ApiError {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  switch (reason) {
    case 'processor':
      return kind === 'prove'
        ? invalid('claims', `took ${TOO_LONG}; send fewer claims, or fewer nested groups`)
        : invalid('policies', `took ${TOO_LONG} to analyse; merge some, or write fewer nested groups`);
    case 'holder': {
      const message = 'As many proofs of the organization wait already as may; send the next after an answer.';
      return new ApiError('rate_limited', { message, retryAfterSeconds });
    }
    default: {
      const message = 'Too many proofs are waiting. Nothing was changed; try again.';
      return new ApiError('unavailable', { message, retryAfterSeconds, cause });
    }
  }
}
