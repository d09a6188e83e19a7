// SPDX-License-Identifier: Apache-2.0
/** The response headers of the app's own files, and of the documentation's. */

/** Only content of this service; no frame around it, no script or style inside the page. */
const OWN_CONTENT = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
const NO_MARKUP_FROM_TEXT = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
} as const;

export const WEB_HEADERS = {
  'content-security-policy': [...OWN_CONTENT, ...NO_MARKUP_FROM_TEXT].join('; '),
  ...HEADERS,
} as const;

/** Its texts are ours alone, and its generator loads the script of a page by its address: no trusted types. */
export const DOCS_HEADERS = { 'content-security-policy': OWN_CONTENT.join('; '), ...HEADERS } as const;

/** A file with the hash of its content in its name never changes. */
export const CACHE_HASHED = 'public, max-age=31536000, immutable';
/** The page names the hashed files of one build: an old one must not outlive them. */
export const CACHE_PAGE = 'no-store';
/** A file under a plain name, such as the icon: cached, and revalidated each time. */
export const CACHE_NAMED = 'no-cache';
