// SPDX-License-Identifier: Apache-2.0
/**
 * Owns messages of the contact form: adding one. They are deleted after twelve months. Refuses to read them: the people
 * who answer read the table as its owner.
 */
export { insertLead } from './insert-lead.ts';
