/**
 * Owns messages of the contact form: adding one, and deleting it after twelve months.
 * Refuses to read them: whoever answers a message reads the table as its owner.
 */
export { deleteOldLeads } from './delete-old-leads.ts';
export { insertLead } from './insert-lead.ts';
