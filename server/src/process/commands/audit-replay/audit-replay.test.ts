// SPDX-License-Identifier: Apache-2.0
/** Guarantee: each decision of an export follows from the rules before it, and one that does not is named. */
import { Readable } from 'node:stream';
import type { AuditEntry } from '@svc/core/audit-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lively, openLively } from '#harness/lively';
import { FORGERIES, forge } from '../../../../../test/audit/forgeries.ts';
import { entriesIn, linkedExport } from '../../../../../test/audit/relinked.ts';
import { replayAuditFile } from './index.ts';

let lively: Lively;
let text: string;
let entries: AuditEntry[];
beforeAll(async () => {
  lively = await openLively();
  text = await lively.exported();
  entries = entriesIn(text);
});
afterAll(() => lively.service.stop());

async function replay(input: string | Buffer, args: readonly string[] = []) {
  let [output, errors] = ['', ''];
  const code = await replayAuditFile(['-', ...args], {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: { write: (part: string) => (output += part) },
    stderr: { write: (part: string) => (errors += part) },
  });
  return { code, output, errors };
}

const decisionsOf = (entries: readonly AuditEntry[]) => entries.filter(({ kind }) => kind === 'decision.recorded');

it('follows whole, whatever changed between the decisions', async () => {
  const decisions = decisionsOf(entries);
  const has = (field: string) => [...new Set(decisions.map(({ metadata }) => metadata[field]))].sort();
  expect([has('decision'), has('monitored'), has('sandbox')]).toEqual([
    ['ALLOW', 'BLOCK', 'REVIEW'],
    [false, true],
    [false, true],
  ]);
  expect(has('policySetVersion').length).toBeGreaterThan(3);
  expect(decisions.filter(({ metadata }) => metadata.gateway !== undefined).length).toBeGreaterThan(20);
  const { code, output } = await replay(text);
  expect(output).toContain(`ALIKE: ${decisions.length} of ${decisions.length} decisions follow`);
  expect(code).toBe(0);
});

describe('a chain that was linked and signed again', () => {
  it.each(Object.entries(FORGERIES))('with %s names the decision that does not follow', async (_, forgery) => {
    const { drafts, seq } = forge(entries, forgery);
    const { code, output } = await replay(linkedExport(drafts), ['--json']);
    const { verdict, first } = JSON.parse(output);
    expect([code, verdict]).toEqual([1, 'DIFFERS']);
    if (forgery.field === undefined) expect(first[0].seq).toBeGreaterThanOrEqual(seq);
    else expect(first).toMatchObject([{ seq, ...(forgery.field !== 'fact' && { field: forgery.field }) }]);
  });

  it('and the time of a decision is one of its facts', async () => {
    const [decision] = decisionsOf(entries);
    // By night, and at noon in Brazil.
    const codes = ['2026-11-18T05:00:00.000Z', '2026-11-18T15:00:00.000Z'].map(async (at) => {
      const drafts = entries.map((entry) => (entry === decision ? { ...entry, at } : entry));
      return (await replay(linkedExport(drafts))).code;
    });
    expect((await Promise.all(codes)).sort()).toEqual([0, 1]);
  });

  it('and is unchanged, follows as before', async () => {
    expect((await replay(linkedExport(entries))).code).toBe(0);
  });
});
