/**
 * Owns the end of data with a retention: decision events with their dependent rows, deliveries and their recoveries,
 * idempotency records, mails and contact-form leads. Audit entries are not its concern: they stay for as long as their
 * organization.
 */
export { deleteEndedMails } from './ended-mails.ts';
export { deleteExpiredEvents } from './expired-events.ts';
export { deleteOldLeads } from './old-leads.ts';
export { deleteOldRecoveries } from './old-recoveries.ts';
export { deleteSpentIdempotencyRecords } from './spent-idempotency-records.ts';
