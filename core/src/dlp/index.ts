/**
 * The scan: which of the twelve kinds of sensitive data a text holds, and where.
 * It is pure and linear in the length of the text. It stores nothing, and knows nothing of policies or risk.
 */
import { DLP_TYPES, type DlpType } from '@svc/contract';
import { findCpf } from './cpf.ts';
import { findEmail } from './email.ts';
import type { Finding } from './finding.ts';

export { DLP_TYPE_DESCRIPTIONS, type DlpTypeDescription } from './descriptions.ts';
export type { Finding } from './finding.ts';

export interface ScanResult {
  /** Unique, in the order of `DLP_TYPES`. */
  types: DlpType[];
  /** UTF-16 offsets into the content, `end` exclusive. They reveal where secrets are: never stored, never answered. */
  findings: Finding[];
}

export function scan(content: string): ScanResult {
  const findings = [...findCpf(content), ...findEmail(content)];
  const found = new Set(findings.map((finding) => finding.type));
  return { types: DLP_TYPES.filter((type) => found.has(type)), findings };
}

/** The same types as `scan`, without positions, stopping at the first finding of each type. */
export function scanTypes(content: string): DlpType[] {
  return scan(content).types;
}
