// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the stored audit chains: adding entries, checkpoints over them, listing, checking and exporting them. It refuses
 * to know why an entry is made: kinds.ts holds the meaning of each kind, and the change makes the entry.
 */
export { acceptLoss, forgetAcceptedLosses, type NamedLoss } from './accept-loss.ts';
export { archiveEntries, countDue } from './archive-entries.ts';
export { type Checkpoints, createCheckpoints } from './checkpoints.ts';
export { eraseGrantNotes } from './erase-grant-notes.ts';
export { type Eraser, eraseNoteAt } from './erase-note.ts';
export { openExport } from './export.ts';
export { ENTRY_MARK, listEntries, readEntry } from './list-entries.ts';
export { noteExport } from './note-export.ts';
export { proveEntry } from './prove-entry.ts';
export { type CheckpointPushes, createCheckpointPushes } from './push-checkpoints.ts';
export { pauseArchiving, restoreEntries } from './restore-entries.ts';
export { thinCheckpoints } from './thin-checkpoints.ts';
export { type ChainChecks, createChainChecks, slicesOf } from './verify-chain.ts';
