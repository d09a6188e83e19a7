// SPDX-License-Identifier: Apache-2.0
/**
 * Owns signed checkpoints: the size and root of a tree as a C2SP tlog-checkpoint, which is a C2SP signed note, by
 * Ed25519. It refuses to know what the leaves of the tree are and where keys are kept.
 */
export { CheckpointFault, readVerifierKey, type VerifierKey, verifierKeyOf } from './key.ts';
export { type Checkpoint, originOf, parseCheckpoint, readCheckpoint, signCheckpoint } from './note.ts';
