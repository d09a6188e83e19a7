// SPDX-License-Identifier: Apache-2.0
/**
 * The share of a decision's time that is left beside the digest of its act. The digest is timed alone, in turn with the
 * decisions, since the service has no switch for it.
 */
import { actionDigest, payloadDigest } from '@svc/core/action-digest';
import { newSalt } from '@svc/core/audit-chain';
import { decide } from '../generators.ts';
import { ALLOWED_BODY } from '../organizations.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import { perSecond, type Row } from '../table.ts';

const DIGESTS = 50_000;
const SHARE_LEFT_MIN = 0.95;
const ID = '018f0000-0000-7000-8000-00000000c0de';
const CONTENT = 'The invoice of March was paid twice, please refund one of them.';

export async function measureDigest(stage: Stage): Promise<Row[]> {
  const { baseUrl } = await stage.startService();
  const body = JSON.stringify({ ...JSON.parse(ALLOWED_BODY), content: CONTENT });
  const rounds = await alternate(
    'digests',
    { name: 'digests', measure: async () => secondsOfOne() },
    { name: 'decisions', measure: () => decide(baseUrl, 'Twenty policies', { bodies: [body] }) },
  );
  return [
    {
      what: 'A decision with content, less the digest of its act',
      ours: `digest ${(median(rounds.map(({ ours }) => ours)) * 1e6).toFixed(1)} µs`,
      beside: `decisions: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
      results: rounds.map(({ ours, beside }) => 1 - ours * beside.perSecond),
      unit: '',
      target: { bound: 'min', value: SHARE_LEFT_MIN },
    },
  ];
}

/** @returns seconds of the processor for one salt, payload and digest */
function secondsOfOne(): number {
  const startedMs = performance.now();
  for (let count = 0; count < DIGESTS; count += 1) {
    actionDigest({
      organizationId: ID,
      eventId: ID,
      sandbox: false,
      agentId: ID,
      action: 'READ_DATA',
      resourceId: ID,
      destination: null,
      recordsAffected: count,
      call: null,
      payload: payloadDigest(newSalt(), { content: CONTENT }),
      context: null,
    });
  }
  return (performance.now() - startedMs) / 1_000 / DIGESTS;
}
