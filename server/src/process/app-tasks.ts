// SPDX-License-Identifier: Apache-2.0
/** The periodic tasks with the parts of the app that they work by. */
import type pg from 'pg';
import type { Chat } from '../decisions/chat/index.ts';
import type { OwnCalls } from '../decisions/gateways/index.ts';
import { createAddressReach, type Egress } from '../outgoing/egress/index.ts';
import { createFileTransport, createMails, createSmtpTransport, type Mails } from '../outgoing/mail/index.ts';
import { Outages } from '../platform/logging/index.ts';
import type { Archive } from '../record/archive/index.ts';
import { type Checkpoints, createCheckpointPushes } from '../record/audit/index.ts';
import type { FirstProofDeps } from '../rules/guardrails/index.ts';
import type { openPools } from '../storage/connections/index.ts';
import type { LongestChains } from '../storage/heads/index.ts';
import type { Task } from '../storage/jobs/index.ts';
import type { Metrics } from '../storage/metrics/index.ts';
import type { AppOptions } from './app-options.ts';
import type { Sinks } from './sinks.ts';
import {
  acceptedLossesTask,
  archiveTask,
  chatTask,
  checkpointTask,
  countingTask,
  demoTask,
  firstProofsTask,
  lostCallsTasks,
  mailTasks,
  partitionsTask,
  pushTask,
  serviceTasks,
  sinkTask,
} from './tasks.ts';

interface TaskParts {
  metrics: Metrics;
  chains: LongestChains;
  checkpoints: Checkpoints;
  pushEgress: Egress;
  sinks: Sinks;
  chat: Chat;
  ownCalls: OwnCalls;
  snapshots: FirstProofDeps['snapshots'];
  proofs: Omit<FirstProofDeps, 'snapshots' | 'pool' | 'log' | 'outages'> & { archive: Archive };
}

export function tasksOf(
  options: AppOptions,
  { service: pool, patient }: ReturnType<typeof openPools>,
  parts: TaskParts,
): readonly Task[] {
  if (options.tasks !== undefined) return options.tasks(pool);
  const { metrics, chains, checkpoints, pushEgress, sinks, chat, snapshots, proofs, ownCalls } = parts;
  const { vault, logger: log } = options;
  const outages = new Outages(log);
  return [
    ...serviceTasks(pool, metrics, proofs.archive),
    partitionsTask(pool, patient),
    countingTask(pool),
    firstProofsTask({ ...proofs, snapshots, pool, log, outages }),
    ...lostCallsTasks(pool, ownCalls),
    checkpointTask(checkpoints),
    archiveTask({ pool, archive: proofs.archive, checkpoints }),
    acceptedLossesTask(pool, chains, log),
    pushTask(pool, createCheckpointPushes(pool, pushEgress, log)),
    ...(sinks.events === null ? [] : [sinkTask(sinks.events)]),
    chatTask(pool, chat),
    demoTask({ pool, vault, reach: createAddressReach([]), log }, options.demo ?? false),
    ...mailTasks({ pool, outages }, openMail(options, pool, metrics)),
  ];
}

function openMail({ clock, mail, vault, baseUrl, logger: log }: AppOptions, pool: pg.Pool, metrics: Metrics): Mails {
  const transport = mail.smtp === null ? createFileTransport(mail.folder, clock) : createSmtpTransport(mail.smtp);
  return createMails({ pool, vault, transport, baseUrl, from: mail.smtp?.from ?? null, log, metrics });
}
