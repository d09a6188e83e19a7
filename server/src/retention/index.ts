/**
 * Owns the end of what is kept for a time: decision events with all that goes with them, deliveries and their
 * recoveries, idempotency records, mails and contact-form leads. Audit entries are none of its business: they stay for
 * as long as their organization.
 */
export { deleteEndedMails } from './ended-mails.ts';
export { deleteExpiredEvents } from './expired-events.ts';
export { deleteOldLeads } from './old-leads.ts';
export { deleteOldRecoveries } from './old-recoveries.ts';
export { deleteSpentIdempotencyRecords } from './spent-idempotency-records.ts';
