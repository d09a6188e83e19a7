// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the schema: migrations, what a server must have, and the roles that the service signs in and works as. It
 * refuses to know any table's meaning.
 */
export { checkServiceRole } from './check-role.ts';
export { isMigrated } from './is-migrated.ts';

/** Loaded when it is called: the query builder of the migrations is needed for nothing else. */
export const loadMigrations = () => import('./migrate.ts');

/** Loaded when it is called, once at a start. */
export const loadArchiving = () => import('./archiving.ts');

/** Loaded when it is called, once at a start. */
export const loadSignIn = () => import('./sign-in.ts');

/** Loaded when it is called, once at a start. */
export const loadRoom = () => import('./room-for-connections.ts');

/** Loaded when it is called: one server needs none of it. */
export const loadDistribution = () => import('./distribute.ts');

/** Loaded when it is called: only a check of the machine needs it. */
export const loadInspection = () => import('./inspect-server.ts');
