// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the spellings in which models and clients write messages of the Model Context Protocol. For what is optional,
 * absent, null and "" are one thing, and an unambiguous text counts as what it spells. It refuses to know the tools and
 * the transport: it is given their schemas and messages.
 */
export { readArguments } from './arguments.ts';
export { type ProtocolFault, plainFault, readMessage } from './messages.ts';
