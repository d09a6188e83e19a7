// SPDX-License-Identifier: Apache-2.0
/**
 * Owns anomalies: finding the unusual in an agent's last hour, opening and closing. It refuses to
 * know how decisions are made. It reads committed decisions, and they read whether their agent has an open anomaly.
 */
export { closeAnomaly } from './close.ts';
export { readScanState } from './compared.ts';
export { eraseAnomalyNote } from './erase-note.ts';
export { ANOMALY_MARK, listAnomalies } from './list.ts';
export { scanAll, scanOrganization } from './scan.ts';
