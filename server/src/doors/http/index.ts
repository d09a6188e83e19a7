// SPDX-License-Identifier: Apache-2.0
/**
 * Owns HTTP as the service speaks it: Fastify, keys and origins of requests, strict JSON, request ids, and the place
 * where errors become answers. Refuses to know any route.
 */
export { keepBodyText } from './body-text.ts';
export { requestAddress } from './client-address.ts';
export { closeServer, drain, isDraining } from './close-server.ts';
export { boundConnections, type ConnectionLimits, noteKnownCaller, noteStream } from './connections.ts';
export {
  type FailedRequest,
  NOT_FOUND,
  publicError,
  replyWithError,
  retryAfterSecondsOf,
  sendError,
} from './errors.ts';
export { idempotencyKeyOf } from './idempotency-key.ts';
export { checkCleanText } from './json-body.ts';
export {
  authenticateKey,
  checkUse,
  countKeyUse,
  identifyKey,
  type KeyAuthentication,
} from './key-authentication.ts';
export { checkOrigin, keepsSessionCookies, ownOrigins } from './origin.ts';
export { createHttpServer } from './server.ts';
export { BARE_HEADERS } from './standard-headers.ts';
export { checkerOf } from './value-checker.ts';
export { API_VERSION, BUILD_VERSION } from './version.ts';
