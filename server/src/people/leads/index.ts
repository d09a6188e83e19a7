// SPDX-License-Identifier: Apache-2.0
/**
 * Owns messages of the contact form: adding one, and deleting it after twelve months. Refuses to read them: the people
 * who answer read the table as its owner.
 */
export { deleteOldLeads } from './delete-old-leads.ts';
export { insertLead } from './insert-lead.ts';
