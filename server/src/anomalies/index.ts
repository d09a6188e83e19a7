/**
 * Owns anomalies: rolling up what agents did, finding what is unusual about their last hour, opening and closing. Refuses
 * to know how decisions are made: it reads what they have committed, and they see of it whether an anomaly of
 * their agent is open.
 */
export { closeAnomaly } from './close.ts';
export { eraseAnomalyNote } from './erase-note.ts';
export { ANOMALY_MARK, listAnomalies } from './list.ts';
export { rollUp } from './roll-up.ts';
export { scanAll, scanOrganization } from './scan.ts';
