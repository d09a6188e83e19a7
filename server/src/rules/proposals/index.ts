// SPDX-License-Identifier: Apache-2.0
/**
 * Owns changes that let more through and wait for a second person: their rows, and their answers. An accepted one is
 * made through the room that owns the change. Refuses to know how policies and settings are stored.
 */
export { acceptProposal, declineProposal, withdrawProposal } from './answer-proposal.ts';
export { type FilePart, type FileProposal, proposeFile } from './hold-file.ts';
export { holdChange } from './hold-records.ts';
export { looserOf } from './looser-of.ts';
export type { MakeFile } from './make-accepted.ts';
export { listProposals, readProposal } from './read-proposals.ts';
export { createSecondPerson, holdSettings, type SecondPerson } from './second-person.ts';
