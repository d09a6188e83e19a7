// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what people take along and what they end. Exports are of an account, an organization, its recent events and the
 * reasons of a decision; deletions are of an account and an organization. It refuses to know requests, cookies and how
 * a file is sent.
 */
export { openAccountExport } from './account-export.ts';
export { openComplianceExport } from './compliance-export.ts';
export { deleteAccount } from './delete-account.ts';
export { deleteOrganization } from './delete-organization.ts';
export { deleteRowsOfEnded } from './delete-rows.ts';
export { readHeldData } from './held-data.ts';
export { openLgpdAnswer } from './lgpd-answer.ts';
export { openOrganizationExport } from './organization-export.ts';
export { removeOrganization } from './remove-organization.ts';
