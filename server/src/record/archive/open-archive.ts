// SPDX-License-Identifier: Apache-2.0
/** The archive that the configuration names. */
import type { Egress } from '../../outgoing/egress/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { ArchivePlace } from '../../platform/config/index.ts';
import { type Archive, createArchive } from './archive.ts';
import { openBucketStore } from './bucket-store.ts';
import { openFolderStore } from './folder-store.ts';

export interface ArchiveParts {
  clock: Clock;
  /** Stays open: its owner closes it. */
  egress: Egress;
  log: Parameters<typeof createArchive>[1];
}

/** @param place null: there is none */
export function openArchive(place: ArchivePlace | null, { clock, egress, log }: ArchiveParts): Archive {
  if (place?.kind === 'bucket') return createArchive(openBucketStore(place, egress, clock), log);
  return createArchive(place === null ? null : openFolderStore(place.folder), log);
}
