/**
 * Owns resources: their rows, their rules and what the audit chain says of them. It refuses to know who asks: a file
 * and the app's routes call the same functions.
 */
export { createResource, deleteResource, updateResource } from './change-resource.ts';
export { planResources, resourceChanges } from './plan-resources.ts';
export { selectResources, writeResources } from './rows.ts';
