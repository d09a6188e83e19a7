// SPDX-License-Identifier: Apache-2.0
/** Scans a text: POST /v1/scan. Nothing is recorded. */
import { OPERATIONS, type ScanResponse } from '@svc/contract';
import { FINDINGS_PER_TYPE_MAX, masked } from '@svc/core/dlp';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import type { MachineApiDeps } from './deps.ts';

/** @throws ApiError 401 and 403 for the key; 503 when too much waits to be scanned */
export async function scanContentAs(
  { pool, snapshots, scanner }: Pick<MachineApiDeps, 'pool' | 'snapshots' | 'scanner'>,
  access: Access,
  content: string,
): Promise<ScanResponse> {
  const { organizationId } = access;
  return await snapshots.underCurrentRules(organizationId, async (snapshot) => {
    await checkCaller(snapshot, access, OPERATIONS.scanContent.permission, pool.clock.nowMs());
    await snapshots.assertCurrent(snapshot);
    const { types, findings } = await scanner.scanWithPlaces(organizationId, content);
    const isWhole = types.every((type) => findings.filter((one) => one.type === type).length < FINDINGS_PER_TYPE_MAX);
    return { types, findings, masked: isWhole ? masked(content, findings, () => true) : null };
  });
}
