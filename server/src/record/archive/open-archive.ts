// SPDX-License-Identifier: Apache-2.0
/** The archive that the configuration names. */
import type { ArchivePlace } from '../../platform/config/index.ts';
import { type Archive, createArchive } from './archive.ts';
import { openFolderStore } from './folder-store.ts';

/** @param place null: there is none */
export function openArchive(place: ArchivePlace | null, log: Parameters<typeof createArchive>[1]): Archive {
  return createArchive(place?.kind === 'folder' ? openFolderStore(place.folder) : null, log);
}
