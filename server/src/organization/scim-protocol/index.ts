// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the words of SCIM (RFC 7643 and 7644): filters, paths, changes, lists, faults, and what the service says of
 * itself. It is pure. Refuses to know tables, people and tokens.
 */
export { resourceTypes, schemas, serviceProviderConfig } from './definitions.ts';
export { badRequest, errorDocument, notFound, ScimFault, type ScimType } from './fault.ts';
export type { Filter } from './filter.ts';
export { type FilterColumns, filterCondition, isKeyed } from './filter-sql.ts';
export { EMPTY_GROUP, type GroupDraft, groupOfBody, patchedGroup } from './group-draft.ts';
export { type Listing, listDocument, listingOf, type ScimQuery, type Shown, shownOf, shownPart } from './listing.ts';
export { GROUP_SCHEMA, USER_SCHEMA } from './names.ts';
export { parsePatch } from './patch-request.ts';
export { draftOfBody, patchedUser, type UserDraft } from './user-draft.ts';
