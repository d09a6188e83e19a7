// SPDX-License-Identifier: Apache-2.0
/** One analysis of the worst set in a process of its own, under the budget of the service and by a real clock. */
import { text } from 'node:stream/consumers';
import { ANALYSIS_CELLS_MAX, ANALYSIS_MS_MAX, prove } from '@svc/core/analysis';
import { LARGE_WORLD, WORST_SETS } from '../../../test/analysis/large-sets.ts';

export interface WorstAnalysisSpec {
  set: string;
}

export interface WorstAnalysisResult {
  complete: boolean;
  seconds: number;
  /** By which the greatest resident memory of the process grew. */
  mebibytes: number;
}

const { set } = JSON.parse(await text(process.stdin)) as WorstAnalysisSpec;
const policies = WORST_SETS[set]?.() ?? [];
const claim = { name: 'exports', of: 'decision', never: ['ALLOW'], when: { action: 'EXPORT' }, agents: 'any' } as const;
const kibibytesBefore = process.resourceUsage().maxRSS;
const beganMs = performance.now();
const elapsedMs = (): number => performance.now() - beganMs;
const budget = { cellsMax: ANALYSIS_CELLS_MAX, elapsedMsMax: ANALYSIS_MS_MAX, elapsedMs };
const { complete } = prove(LARGE_WORLD, policies, [claim], budget);
const seconds = elapsedMs() / 1_000;
const mebibytes = (process.resourceUsage().maxRSS - kibibytesBefore) / 1_024;
process.stdout.write(JSON.stringify({ complete, seconds, mebibytes } satisfies WorstAnalysisResult));
