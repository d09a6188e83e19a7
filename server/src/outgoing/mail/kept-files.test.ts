// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: without a mail server, mail is kept as files: whole or not at all, one for each mail, for the operator
 * alone.
 */

import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMail } from '#harness/mail';
import { mailOf } from '#harness/service';
import { systemClock } from '../../platform/clock/index.ts';
import { createFileTransport } from './kept-files.ts';
import { FILES_MAX, UNFINISHED_FILE_MS } from './limits.ts';
import type { Message } from './message.ts';

const never = new AbortController().signal;

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-mail-'));
  folder = join(parent, 'data', 'mail');
});
afterEach(() => {
  chmodSync(parent, 0o700);
  rmSync(parent, { recursive: true, force: true });
});

const messageOf = (number: number): Message => ({
  copyId: number.toString(16).padStart(32, '0'),
  messageId: `${number}@svc.example`,
  createdAtMs: Date.UTC(2026, 10, 20) + number,
  from: 'svc@svc.example',
  to: mailOf('ana', 'acme'),
  subject: 'Endereço desativado',
  text: 'Olá\n\nTchau\n',
  html: '<p>Olá</p>',
});

describe('a mail', () => {
  it('is one file that mail programs read, named by time and id, and readable by nobody else', async () => {
    expect(await createFileTransport(folder, systemClock).send(messageOf(1), never)).toEqual({ outcome: 'sent' });
    const names = readdirSync(folder);
    expect(names).toEqual([`20261120T000000001Z-${'1'.padStart(32, '0')}.eml`]);
    const file = join(folder, String(names[0]));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await readMail(readFileSync(file))).toMatchObject({
      from: { address: 'svc@svc.example' },
      to: [{ address: mailOf('ana', 'acme') }],
      subject: 'Endereço desativado',
      html: expect.stringContaining('<p>Olá</p>'),
      text: expect.stringMatching(/^Olá\n\nTchau\n+$/),
      messageId: '<1@svc.example>',
      date: '2026-11-20T00:00:00.000Z',
    });
  });

  it('that is written again, as after a crash before the note, is the same file', async () => {
    const transport = createFileTransport(folder, systemClock);
    await transport.send(messageOf(1), never);
    await createFileTransport(folder, systemClock).send(messageOf(1), never);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('that cannot be written is tried again later, and leaves no half file', async () => {
    writeFileSync(join(parent, 'data'), 'a file where the folder should be');
    expect(await createFileTransport(folder, systemClock).send(messageOf(1), never)).toEqual({
      outcome: 'retry',
      scope: 'server',
      failure: { code: 'ENOTDIR', step: 'mkdir', status: null },
    });
    expect(readdirSync(parent)).toEqual(['data']);
  });
});

describe('the folder', () => {
  it('is closed to others when it was open to them', async () => {
    await createFileTransport(folder, systemClock).send(messageOf(1), never);
    chmodSync(folder, 0o755);
    await createFileTransport(folder, systemClock).send(messageOf(2), never);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('holds a bounded number of mails, the newest; files of others and unfinished ones that may be under way stay', async () => {
    const transport = createFileTransport(folder, systemClock);
    await transport.send(messageOf(0), never);
    for (let number = 1; number < FILES_MAX; number += 1) {
      writeFileSync(join(folder, `20261119T000000000Z-${number.toString(16).padStart(32, '0')}.eml`), '');
    }
    const [abandoned, underWay] = ['a', 'b'].map((name) => `.${name.repeat(16)}.unfinished`) as [string, string];
    for (const name of [abandoned, underWay, 'notes.txt']) writeFileSync(join(folder, name), '');
    const longAgo = (Date.now() - UNFINISHED_FILE_MS - 60_000) / 1_000;
    utimesSync(join(folder, abandoned), longAgo, longAgo);
    await transport.send(messageOf(1), never);
    const names = readdirSync(folder);
    expect(names.filter((name) => name.endsWith('.eml'))).toHaveLength(FILES_MAX);
    expect(names).toEqual(expect.arrayContaining([underWay, 'notes.txt']));
    expect(names).not.toContain(abandoned);
    expect(names.filter((name) => name.startsWith('20261120'))).toHaveLength(2);
    expect(names).not.toContain(`20261119T000000000Z-${'1'.padStart(32, '0')}.eml`);
  });
});
