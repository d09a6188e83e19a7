// SPDX-License-Identifier: Apache-2.0
/** Faults in the words of SCIM (RFC 7644, 3.12). Each has a sentence for the person who reads the directory's log. */

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

export class ScimFault extends Error {
  override name = 'ScimFault';
  readonly status: number;
  readonly scimType: ScimType | null;

  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** A fault of the request itself. */
export const badRequest = (scimType: ScimType, detail: string): ScimFault => new ScimFault(400, scimType, detail);

export const notFound = (what: string): ScimFault =>
  new ScimFault(404, null, `The organization has no such ${what}: look for it again.`);

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

export function errorDocument({ status, scimType, message }: ScimFault) {
  return { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType !== null && { scimType }), detail: message };
}
