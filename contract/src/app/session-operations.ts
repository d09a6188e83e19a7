// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for signing in and out. */
import type { AppOperation } from './operation.ts';
import { LoginRequestSchema, SessionPresenceSchema, SignedInSchema } from './sessions.ts';

export const SESSION_OPERATIONS = {
  signIn: {
    method: 'POST',
    path: '/auth/login',
    who: 'anybody',
    query: null,
    body: LoginRequestSchema,
    success: { status: 200, body: SignedInSchema },
  },
  enterDemo: {
    method: 'POST',
    path: '/auth/demo',
    who: 'anybody',
    query: null,
    body: null,
    success: { status: 200, body: SignedInSchema },
  },
  refreshSession: {
    method: 'POST',
    path: '/auth/refresh',
    who: 'anybody',
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  signOut: {
    method: 'POST',
    path: '/auth/logout',
    who: 'anybody',
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  readSession: {
    method: 'GET',
    path: '/auth/session',
    who: 'anybody',
    query: null,
    body: null,
    success: { status: 200, body: SessionPresenceSchema },
  },
} as const satisfies Record<string, AppOperation>;
