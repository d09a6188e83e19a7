// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps mail as files (RFC 5322) without a configured mail server. A file appears whole or not at all, and its name is
 * the same for each attempt. The files are for the operator alone: mails may hold links that open an account.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock/index.ts';
import { FILES_MAX, UNFINISHED_FILE_MS } from './limits.ts';
import { composable, type Message, type Transport } from './message.ts';

/** @param folder created with the first mail, readable by its owner only */
export function createFileTransport(folder: string, clock: Clock): Transport {
  return {
    async send(message) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
        await writeWhole(folder, fileNameOf(message), await contentOf(message));
        await prune(folder, clock.nowMs());
        return { outcome: 'sent' };
      } catch (error) {
        const { code, syscall } = error as NodeJS.ErrnoException;
        return {
          outcome: 'retry',
          scope: 'server',
          failure: { code: code ?? 'UNKNOWN', step: syscall ?? null, status: null },
        };
      }
    },
  };
}

async function contentOf(message: Message): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  return await new MailComposer(composable(message)).compile().build();
}

/** By time, then by id: `20261120T171524123Z-0123….eml`. */
function fileNameOf({ createdAtMs, copyId }: Message): string {
  return `${new Date(createdAtMs).toISOString().replace(/[-:.]/g, '')}-${copyId}.eml`;
}

const FILE = /^\d{8}T\d{9}Z-[0-9a-f]{32}\.eml$/;
const UNFINISHED_FILE = /^\.[0-9a-f]{16}\.unfinished$/;

/** Written under another name first: a power cut leaves no half file under the final name. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const draft = join(folder, `.${randomBytes(8).toString('hex')}.unfinished`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Deletes the oldest files past the bound, and unfinished ones. Other files in the folder stay. */
async function prune(folder: string, nowMs: number): Promise<void> {
  const names = await readdir(folder);
  const files = names.filter((name) => FILE.test(name)).sort();
  for (const name of files.slice(0, Math.max(0, files.length - FILES_MAX)))
    await rm(join(folder, name), { force: true });
  for (const name of names.filter((one) => UNFINISHED_FILE.test(one))) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null && found.mtimeMs < nowMs - UNFINISHED_FILE_MS) await rm(join(folder, name), { force: true });
  }
}
