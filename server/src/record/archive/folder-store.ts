// SPDX-License-Identifier: Apache-2.0
/** Archives in a folder. Files are readable by their owner only. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArchiveStore } from './store.ts';

const RANDOM_BYTES = 6;

/** @param folder absolute */
export function openFolderStore(folder: string): ArchiveStore {
  const placeOf = (organizationId: string, path: string) => join(folder, organizationId, path);

  async function read(organizationId: string, path: string): Promise<Buffer | null> {
    return await readFile(placeOf(organizationId, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }

  async function replace(organizationId: string, path: string, bytes: Buffer): Promise<void> {
    const place = placeOf(organizationId, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    // A reader never sees a part of a file, and neither does a start after a loss of power.
    const beside = `${place}.${randomBytes(RANDOM_BYTES).toString('hex')}.new`;
    try {
      const file = await open(beside, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, place);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
    for (let above = dirname(place); above.length >= folder.length; above = dirname(above)) await syncFolder(above);
  }

  return {
    read,
    replace,
    async create(organizationId, path, bytes) {
      if ((await read(organizationId, path)) !== null) return false;
      await replace(organizationId, path, bytes);
      return true;
    },
    remove: async (organizationId, path) => await rm(placeOf(organizationId, path), { force: true }),
    removeAll: async (organizationId) => await rm(join(folder, organizationId), { recursive: true, force: true }),
  };
}

/** A new name outlives a loss of power once its folder is written too. Windows knows no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
