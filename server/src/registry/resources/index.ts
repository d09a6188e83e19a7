// SPDX-License-Identifier: Apache-2.0
/**
 * Owns resources: their rows, their rules, their audit entries, and what people see of them. It refuses to know its
 * callers: a file and the app's routes call the same functions.
 */
export { createResource, deleteResource, updateResource } from './change-resource.ts';
export { looserResource, RESOURCE } from './kind.ts';
export { listResources, readResource } from './read-resources.ts';
