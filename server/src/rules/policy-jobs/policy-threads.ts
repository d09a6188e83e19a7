// SPDX-License-Identifier: Apache-2.0
/** Where computations over policies run: small ones at once, others in worker threads of low priority. */
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { installed } from '../../platform/installation/index.ts';
import { SHARED_PLACES } from '../../platform/shares/index.ts';
import { createThreads, ThreadsRefused } from '../../platform/threads/index.ts';
import { type Checked, type CheckJob, checkInSet } from './check-job.ts';
import { type Exported, type ExportJob, writeDocuments } from './export-job.ts';
import { type ApplyJob, type Planned, type PolicyJob, type PolicyJobResult, planApply } from './policy-jobs.ts';
import { type Tested, type TestJob, testInSet } from './test-job.ts';

/** The processor's time of one job. The largest policies that a person writes take a tenth of it. */
const POLICY_JOB_PROCESSOR_MS_MAX = 2_000;
/** A thread of low priority on a busy machine takes many times the processor's time. */
const JOB_WITHIN_MS = 60_000;
const HEAP_MEGABYTES_MAX = 512;
const RETRY_AFTER_SECONDS = 2;

/**
 * A job of up to so many bytes of policies, times cases, runs at once. Reading and checking counts as twenty cases. The
 * worst such job takes about as long as handing it to a thread and waiting for the answer: 4 ms.
 */
const RUN_AT_ONCE_MAX = 400_000;
const CASES_OF_CHECKING = 20;

export interface PolicyThreads {
  /** @throws ApiError 400 for what takes too long, 429 when too many of the organization wait, 503 when too many do */
  plan(organizationId: string, job: ApplyJob): Promise<Planned>;
  /** @param cases their number @throws ApiError as above */
  test(organizationId: string, job: TestJob, cases: number): Promise<Tested>;
  /** @throws ApiError as above */
  check(organizationId: string, job: CheckJob): Promise<Checked>;
  /** @throws ApiError as above */
  export(organizationId: string, job: ExportJob): Promise<Exported>;
  /** Resolves when every thread has started and run a job. */
  warm(): Promise<void>;
  /** Jobs that wait for a thread. */
  waiting(): number;
  close(): Promise<void>;
}

export function createPolicyThreads(): PolicyThreads {
  const threads = createThreads<PolicyJob, PolicyJobResult>({
    file: installed('server/bin/policy-worker.cjs'),
    places: SHARED_PLACES.policyJobs,
    withinMs: JOB_WITHIN_MS,
    processorMsMax: POLICY_JOB_PROCESSOR_MS_MAX,
    heapMegabytesMax: HEAP_MEGABYTES_MAX,
    warmUp: WARM_UP,
  });
  const inThread = async (organizationId: string, job: PolicyJob): Promise<PolicyJobResult> =>
    await threads.run(organizationId, job).catch((error: unknown) => {
      throw error instanceof ThreadsRefused ? refusal(error, job) : new ApiError('internal_error', { cause: error });
    });
  return {
    plan: async (organizationId, job) =>
      runsAtOnce(job, 0) ? planApply(job) : ((await inThread(organizationId, job)) as Planned),
    test: async (organizationId, job, cases) =>
      runsAtOnce(job, cases) ? testInSet(job) : ((await inThread(organizationId, job)) as Tested),
    check: async (organizationId, job) =>
      runsAtOnce(job, job.cases.length) ? checkInSet(job) : ((await inThread(organizationId, job)) as Checked),
    export: async (organizationId, job) =>
      runsAtOnce(job, 0) ? writeDocuments(job) : ((await inThread(organizationId, job)) as Exported),
    warm: threads.warm,
    waiting: threads.waiting,
    close: threads.close,
  };
}

const WARM_UP: PolicyJob = { kind: 'apply', body: '{"policies":[]}', stored: [] };

function runsAtOnce(job: PolicyJob, cases: number): boolean {
  let length = 'body' in job ? job.body.length : 0;
  for (const { text } of job.stored) length += text.length;
  return length * (CASES_OF_CHECKING + cases) <= RUN_AT_ONCE_MAX;
}

function refusal({ reason, cause }: ThreadsRefused, job: PolicyJob): ApiError {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  switch (reason) {
    case 'processor':
      return tooDear(job);
    case 'holder': {
      const message =
        'As many policy tests and applies of the organization wait already as may; send the next after an answer.';
      return new ApiError('rate_limited', { message, retryAfterSeconds });
    }
    default: {
      const message = 'Too many policy tests and applies are waiting. Nothing was changed; try again.';
      return new ApiError('unavailable', { message, retryAfterSeconds, cause });
    }
  }
}

function tooDear({ kind }: PolicyJob): ApiError {
  const most = `more than ${POLICY_JOB_PROCESSOR_MS_MAX / 1_000} seconds of computing`;
  if (kind === 'test') {
    return invalid('cases', `took ${most} over these policies; send fewer cases, or policies with fewer nested groups`);
  }
  if (kind === 'check') return invalid('condition', `took ${most}; write fewer conditions, and fewer nested groups`);
  if (kind === 'export') return invalid('policies', `took ${most} to write; \`svc policies pull\` writes them too`);
  return invalid('policies', `took ${most}; send fewer policies at once, with fewer nested groups`);
}
