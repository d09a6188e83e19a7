/**
 * Owns resources: their rows, their rules and their audit entries. It refuses to know its callers: a file and the app's
 * routes call the same functions.
 */
export { createResource, deleteResource, updateResource } from './change-resource.ts';
export { planResources, resourceChanges } from './plan-resources.ts';
export { selectResources, writeResources } from './rows.ts';
