// SPDX-License-Identifier: Apache-2.0
/** The headers of every answer, broken HTTP included. */
import { API_VERSION, BUILD_VERSION } from './version.ts';

/** No cache keeps an answer, and no browser guesses its type. The app's files replace the first. */
export const STANDARD_HEADERS = {
  'x-api-version': API_VERSION,
  'x-svc-version': BUILD_VERSION,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/** For an answer that a browser may show, and that is no page: it runs nothing, and stands in no frame. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const;
