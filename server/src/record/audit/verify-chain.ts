// SPDX-License-Identifier: Apache-2.0
/** Checks a whole chain as a stranger would: by its export, and the key of the deployment. */
import { setImmediate } from 'node:timers/promises';
import type { AuditVerification } from '@svc/contract';
import { verifyExport } from '@svc/core/audit-export';
import type pg from 'pg';
import { type Archive, NO_ARCHIVE } from '../archive/index.ts';
import type { Checkpoints } from './checkpoints.ts';
import { openExport } from './export.ts';

/** A wait that people accept and proxies allow. About a million entries are checked in it. */
const VERIFY_WITHIN_MS = 40_000;
/** One turn of the event loop hashes so much. */
const SLICE_BYTES = 65_536;

export interface ChainChecks {
  /** Callers that ask during a check share its result. @throws ApiError 503 when nothing was ever signed */
  verify(organizationId: string): Promise<AuditVerification>;
}

/** @param withinMs after this time it answers with its progress */
export function createChainChecks(
  pool: pg.Pool,
  checkpoints: Checkpoints,
  archive: Archive = NO_ARCHIVE,
  withinMs = VERIFY_WITHIN_MS,
): ChainChecks {
  const running = new Map<string, Promise<AuditVerification>>();
  return {
    verify(organizationId) {
      const known = running.get(organizationId);
      if (known !== undefined) return known;
      const check = verifyChain({ pool, checkpoints, archive, withinMs }, organizationId).finally(() =>
        running.delete(organizationId),
      );
      running.set(organizationId, check);
      return check;
    },
  };
}

interface Checked {
  pool: pg.Pool;
  checkpoints: Checkpoints;
  archive: Archive;
  withinMs: number;
}

async function verifyChain(checked: Checked, organizationId: string): Promise<AuditVerification> {
  const { pool, checkpoints, archive, withinMs } = checked;
  const untilMs = performance.now() + withinMs;
  const key = await checkpoints.verifierKey(organizationId);
  const { pieces } = await openExport(pool, checkpoints, organizationId, archive);
  const verifier = verifyExport({ key, since: null });
  let isWhole = true;
  for await (const slice of slicesOf(pieces())) {
    isWhole = performance.now() < untilMs;
    if (!isWhole || !verifier.push(slice)) break;
    await setImmediate();
  }
  const { fault, entries, lastHash, checkpoints: count, checkpoint } = verifier.end();
  const found = { entries, lastHash, checkpoints: count, checkpoint, key };
  // A check that stopped early lacks its end, which is no fault of the chain.
  if (fault === null || !isWhole) return { ...found, verdict: fault === null ? 'VALID' : 'UNFINISHED', fault: null };
  return { ...found, verdict: 'NOT_VALID', fault: { seq: fault.seq, code: fault.code, message: fault.message } };
}

/** The pieces as bytes, of which one turn of the event loop takes a slice. */
export async function* slicesOf(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
  }
}
