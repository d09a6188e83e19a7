// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the export of an audit chain: how its lines are written, and how a stranger checks them with a public key alone.
 * It is fed bytes and keeps one line. It refuses to know where the bytes come from and what the metadata mean.
 */
export { checkpointLine, type Disclosure, entryLine, type HashedEntry, keyLine } from './lines.ts';
export type { ExportFault, ExportFaultCode, ExportVerification } from './verification.ts';
export {
  EXPORT_LINE_BYTES_MAX,
  type ExportVerifier,
  type ExportVerifierOptions,
  verifyExport,
} from './verifier.ts';
