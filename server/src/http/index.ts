/**
 * Owns HTTP as the service speaks it: Fastify, API keys and origins of requests, strict JSON, request ids, and the one
 * place where errors become answers. Refuses to know any route.
 */
export { keepBodyText } from './body-text.ts';
export { requestAddress } from './client-address.ts';
export { NOT_FOUND, replyWithError } from './errors.ts';
export { idempotencyKeyOf } from './idempotency-key.ts';
export { authenticateKey, type KeyAuthentication, type KeyRequirement } from './key-authentication.ts';
export { checkOrigin, keepsSessionCookies, ownOrigins } from './origin.ts';
export { createHttpServer } from './server.ts';
export { API_VERSION, BUILD_VERSION } from './version.ts';
