// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench [-- PART …] [--write]`: measures, prints one table, and with --write keeps it in bench/RESULTS.md. It
 * always ends with 0: a figure on a busy machine is no failure of the service.
 */
import { writeFileSync } from 'node:fs';
import { describeMachine, loadAverage } from './machine.ts';
import { measureAnalysis } from './measurements/analysis.ts';
import { measureAssistants } from './measurements/assistants.ts';
import { measureBatches } from './measurements/batches.ts';
import { measureCheckpoints } from './measurements/checkpoints.ts';
import { measureClientLibrary } from './measurements/client-library.ts';
import { measureCluster } from './measurements/cluster.ts';
import { measureCommandLine } from './measurements/command-line.ts';
import { measureComplianceExport } from './measurements/compliance-export.ts';
import { measureDeadEndpoints } from './measurements/dead-endpoints.ts';
import { measureDecisions } from './measurements/decisions.ts';
import { measureDeliveries } from './measurements/deliveries.ts';
import { measureDigest } from './measurements/digest.ts';
import { measureDoors } from './measurements/doors.ts';
import { measureEveryCore } from './measurements/every-core.ts';
import { measureGateway } from './measurements/gateway.ts';
import { measureGrowth } from './measurements/growth.ts';
import { measureImpact } from './measurements/impact.ts';
import { measureLatency } from './measurements/latency.ts';
import { measureLists } from './measurements/lists.ts';
import { measureMemory } from './measurements/memory.ts';
import { measureNeighbours } from './measurements/neighbours.ts';
import { measurePolicies } from './measurements/policies.ts';
import { measureRedemptions } from './measurements/redemptions.ts';
import { measureReplay } from './measurements/replay.ts';
import { measureReviews } from './measurements/reviews.ts';
import { measureRollUps } from './measurements/roll-ups.ts';
import { measureScan } from './measurements/scan.ts';
import { measureStanding } from './measurements/standing.ts';
import { measureStart } from './measurements/start.ts';
import { measureStreams } from './measurements/streams.ts';
import { measureVerification } from './measurements/verification.ts';
import { progress, ROUNDS } from './rounds.ts';
import { DATABASE_CONNECTIONS_MAX, openStage, type Stage } from './stage.ts';
import { type Row, renderTable } from './table.ts';

const RESULTS = new URL('../RESULTS.md', import.meta.url);

const PARTS: Record<string, (stage: Stage) => Promise<Row[]>> = {
  decisions: measureDecisions,
  batches: measureBatches,
  cores: measureEveryCore,
  cluster: measureCluster,
  latency: measureLatency,
  deliveries: measureDeliveries,
  endpoints: measureDeadEndpoints,
  redemptions: measureRedemptions,
  digest: measureDigest,
  gateway: measureGateway,
  doors: measureDoors,
  assistants: measureAssistants,
  policies: measurePolicies,
  neighbours: measureNeighbours,
  analysis: measureAnalysis,
  impact: measureImpact,
  scan: measureScan,
  verification: measureVerification,
  replay: measureReplay,
  standing: measureStanding,
  checkpoints: measureCheckpoints,
  growth: measureGrowth,
  overview: measureRollUps,
  lists: measureLists,
  streams: measureStreams,
  reviews: measureReviews,
  memory: measureMemory,
  compliance: measureComplianceExport,
  client: measureClientLibrary,
  cli: measureCommandLine,
  start: measureStart,
};

async function main(args: readonly string[]): Promise<void> {
  const names = args.filter((arg) => !arg.startsWith('-'));
  const unknown = args.filter((arg) => arg !== '--write' && PARTS[arg] === undefined);
  if (unknown.length > 0) {
    progress(`Unknown: ${unknown.join(' ')}. Parts: ${Object.keys(PARTS).join(' ')}. Option: --write.`);
    return;
  }
  const loadAtStart = loadAverage();
  const stage = await openStage();
  const rows: Row[] = [];
  // PostgreSQL does not receive Ctrl-C: it has a session of its own.
  process.once('SIGINT', () => void stage.close().finally(() => process.exit(0)));
  try {
    for (const [name, measure] of Object.entries(PARTS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      rows.push(...(await measurePart(name, stage, measure)));
    }
  } finally {
    await stage.close();
  }
  const machine = describeMachine(loadAtStart, stage.postgresVersion);
  const text = [
    ...machine.lines,
    `Medians of at least ${ROUNDS} rounds; both sides of a ratio are measured in turn in the same run.`,
    `PostgreSQL takes ${DATABASE_CONNECTIONS_MAX} connections here, for those of the INSERT; the start uses its own.`,
    ...(machine.warning === null ? [] : [machine.warning]),
    '',
    renderTable(rows),
    '',
  ].join('\n');
  process.stdout.write(text);
  if (args.includes('--write'))
    writeFileSync(RESULTS, `# Measurements\n\nWritten by \`npm run bench -- --write\`.\n\n${text}`);
}

/** A part that fails reports it, and the other parts are still measured. */
async function measurePart(name: string, stage: Stage, measure: (stage: Stage) => Promise<Row[]>): Promise<Row[]> {
  try {
    return await measure(stage);
  } catch (error) {
    progress(`${name} could not be measured: ${(error as Error).stack}`);
    return [];
  } finally {
    await stage.stopServers();
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  progress(`Nothing could be measured: ${(error as Error).stack}`);
});
