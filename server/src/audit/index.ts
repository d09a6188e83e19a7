/**
 * Owns audit chains as they are kept: adding entries, checkpoints over them, listing, checking and exporting them. It
 * Refuses to know why an entry is made: its meaning is its kind's, in kinds.ts, and its making is the change's.
 */
export { type Checkpoints, createCheckpoints } from './checkpoints.ts';
export { type Eraser, eraseNoteAt } from './erase-note.ts';
export { openExport } from './export.ts';
export { ENTRY_MARK, listEntries } from './list-entries.ts';
export { noteExport } from './note-export.ts';
export { proveEntry } from './prove-entry.ts';
export { type CheckpointPushes, createCheckpointPushes } from './push-checkpoints.ts';
export { createChainChecks } from './verify-chain.ts';
