// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the files of archived audit entries: their names, their form, where they are kept, and reading them. It refuses
 * to know when entries are archived, and what they mean.
 */
export {
  type Archive,
  archivedBundles,
  createArchive,
  LEAVING_KINDS,
  NO_ARCHIVE,
  readArchived,
  selectNodes,
} from './archive.ts';
export { packBundle, unpackBundle } from './bundle.ts';
export { openFolderStore } from './folder-store.ts';
export { openArchive } from './open-archive.ts';
export { bundlePath, TILE_WIDTH } from './paths.ts';
export type { ArchiveStore } from './store.ts';
export { removeTiles, treeOfArchive, writeTiles } from './tiles.ts';
