/** The wire of the app: bodies, answers and roles of the routes that take session cookies instead of an API key. */
export * from './anomalies.ts';
export * from './audit.ts';
export type { AppAnswer, AppInput, AppListId, AppQuery } from './call.ts';
export * from './events.ts';
export * from './gateway-calls.ts';
export type { AppOperation } from './operation.ts';
export * from './operations.ts';
export * from './organization.ts';
export * from './reviews.ts';
export * from './sessions.ts';
export * from './webhooks.ts';
