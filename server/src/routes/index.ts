/**
 * Owns the routes: one folder each, by who calls (`v1` with a key, `app` signed in, `public` anybody, `web` the pages),
 * noun and verb. Refuses to decide anything: a route authenticates, reads the request and calls one capability.
 */
export { registerAppRoutes } from './app/index.ts';
export { registerPublicRoutes } from './public/index.ts';
export { registerV1Routes } from './v1/index.ts';
export { registerWebRoutes } from './web/index.ts';
