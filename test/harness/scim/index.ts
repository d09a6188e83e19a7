// SPDX-License-Identifier: Apache-2.0
/** A directory that provisions an organization by SCIM, as its owner set it up. */
import type { CreatedScimToken } from '@svc/contract';
import { expect } from 'vitest';
import { type Company, openCompany } from '../directory/company.ts';
import type { TestService } from '../service/index.ts';

/** A document of any shape. */
type ParsedJson = ReturnType<typeof JSON.parse>;

export interface ScimAnswer {
  status: number;
  headers: Headers;
  // Tests read documents that the service writes: each part is asserted.
  body: ParsedJson;
}

export type ScimCall = (
  path: string,
  options?: { method?: string; body?: unknown; token?: string | null; type?: string; text?: string },
) => Promise<ScimAnswer>;

export interface ProvisionedCompany extends Company {
  token: string;
  scim: ScimCall;
  /** Makes another token, as the owner. */
  newToken(): Promise<CreatedScimToken>;
  /** Provisions a person of the company's domain. @returns the document */
  provision(name: string, others?: Record<string, unknown>): Promise<ParsedJson>;
}

export const scimOf =
  (baseUrl: string, own: string): ScimCall =>
  async (path, { method, body, token = own, type = 'application/scim+json', text } = {}) => {
    const sent = text ?? (body === undefined ? null : JSON.stringify(body));
    const response = await fetch(`${baseUrl}/scim/v2${path}`, {
      method: method ?? (sent === null ? 'GET' : 'POST'),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(sent !== null && { 'content-type': type }),
      },
      body: sent,
    });
    const answered = await response.text();
    const { status, headers } = response;
    return { status, headers, body: answered === '' ? null : JSON.parse(answered) };
  };

export async function openProvisioned(service: TestService): Promise<ProvisionedCompany> {
  const company = await openCompany(service);
  const newToken = async () => {
    const { status, body } = await company.owner.call<CreatedScimToken>('/scim/tokens', { body: { days: 30 } });
    expect(status).toBe(201);
    return body;
  };
  const { token } = await newToken();
  const scim = scimOf(service.baseUrl, token);
  return {
    ...company,
    ...{ token, scim, newToken },
    async provision(name, others = {}) {
      const email = `${name}@${company.domain}`;
      const { status, body } = await scim('/Users', {
        body: { userName: email, emails: [{ value: email, primary: true, type: 'work' }], active: true, ...others },
      });
      expect({ status, detail: body.detail }).toEqual({ status: 201, detail: undefined });
      return body;
    },
  };
}

/** A change by one operation. */
export const patch = (...operations: object[]) => ({
  method: 'PATCH',
  body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations },
});
