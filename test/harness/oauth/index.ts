// SPDX-License-Identifier: Apache-2.0
/** An app's part of OAuth in tests: its registration, its requests, and a person's browser that answers them. */
import { createHash, randomBytes } from 'node:crypto';
import { type AuthorizationRequest, OAUTH_SCOPES } from '@svc/contract';
import { expect } from 'vitest';
import type { Browser } from '../service/sessions.ts';

export const REDIRECT_URI = 'http://127.0.0.1:33418/callback';

/** Registers a client. @returns its id */
export async function registerClient(baseUrl: string, metadata: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await postJson(`${baseUrl}/oauth/register`, {
    client_name: 'Test assistant',
    redirect_uris: [REDIRECT_URI],
    ...metadata,
  });
  expect(status).toBe(201);
  return body.client_id as string;
}

export async function postJson(url: string, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export async function postForm(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

export interface Asked {
  clientId: string;
  verifier: string;
  url: string;
}

export function authorizationUrl(baseUrl: string, clientId: string, changes: Record<string, string> = {}): Asked {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    scope: OAUTH_SCOPES.join(' '),
    state: 'the-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${baseUrl}/mcp`,
    ...changes,
  });
  return { clientId, verifier, url: `/oauth/authorize?${parameters}` };
}

/** The browser follows the app's link. @returns the id of the request that the app shows */
export async function openRequest(browser: Browser, { url }: Pick<Asked, 'url'>): Promise<string> {
  const { status, headers } = await browser.call(url);
  expect(status).toBe(303);
  const page = headers.get('location') ?? '';
  expect(page).toMatch(/^\/app\/connect\/[\w-]+$/);
  return page.slice('/app/connect/'.length);
}

/** The person permits it. @returns the parameters that the app gets back */
export async function permit(
  browser: Browser,
  requestId: string,
  choice: { organizationId?: string; scopes?: readonly string[]; mayAsk?: boolean } = {},
): Promise<URLSearchParams> {
  const { body: shown } = await browser.call<AuthorizationRequest>(`/authorizations/${requestId}`);
  const organizationId = choice.organizationId ?? shown.organizations[0]?.id;
  const body = {
    personId: shown.person.id,
    organizationId,
    scopes: choice.scopes ?? shown.scopes,
    mayAsk: choice.mayAsk,
  };
  const { status, body: answer } = await browser.call<{ continueAt: string }>(`/authorizations/${requestId}/approve`, {
    body,
  });
  expect(status).toBe(200);
  return await goOn(browser, answer.continueAt);
}

/** The browser goes on to the app. */
export async function goOn(browser: Browser, continueAt: string): Promise<URLSearchParams> {
  const { pathname, search } = new URL(continueAt);
  const { status, headers } = await browser.call(pathname + search);
  expect(status).toBe(303);
  return new URL(headers.get('location') ?? '').searchParams;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

export async function redeem(
  baseUrl: string,
  { clientId, verifier }: Asked,
  code: string,
  redirectUri: string = REDIRECT_URI,
) {
  return await postForm(`${baseUrl}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

export async function refresh(baseUrl: string, clientId: string, token: string, changes: Record<string, string> = {}) {
  return await postForm(`${baseUrl}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: token,
    ...changes,
  });
}

/** All of it: the tokens of a new connection. */
export async function connectApp(
  baseUrl: string,
  browser: Browser,
  choice: Parameters<typeof permit>[2] = {},
): Promise<Tokens & { clientId: string }> {
  const asked = authorizationUrl(baseUrl, await registerClient(baseUrl));
  const answer = await permit(browser, await openRequest(browser, asked), choice);
  const { status, body } = await redeem(baseUrl, asked, answer.get('code') ?? '');
  expect(status).toBe(200);
  return { ...(body as unknown as Tokens), clientId: asked.clientId };
}
