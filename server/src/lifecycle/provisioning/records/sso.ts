// SPDX-License-Identifier: Apache-2.0
/** Reads the sign-in by the organization's directory. People and domains stand in it by their names. */
import {
  ROLES,
  SSO_BREAK_GLASS_MAX,
  SSO_CLAIM_CHARACTERS_MAX,
  SSO_DEFAULT_ROLES,
  SSO_DOMAIN_CHARACTERS_MAX,
  SSO_DOMAINS_MAX,
  SSO_ISSUER_CHARACTERS_MAX,
  SSO_ROLES_MAX,
  SSO_SCOPES_MAX,
  SSO_SECRET_CHARACTERS_MAX,
  SSO_SESSION_HOURS_DEFAULT,
  SSO_SESSION_HOURS_MAX,
  SSO_SESSION_HOURS_MIN,
} from '@svc/contract';
import type { FileConnection } from '../../../organization/sso/index.ts';
import { email } from '../reading/addresses.ts';
import {
  integer,
  lineOfText,
  list,
  nullable,
  optional,
  type Reader,
  record,
  refined,
  required,
  text,
  word,
  yesOrNo,
} from '../reading/index.ts';

const name = lineOfText(SSO_CLAIM_CHARACTERS_MAX);

const fields = {
  issuer: required(lineOfText(SSO_ISSUER_CHARACTERS_MAX)),
  clientId: required(name),
  clientSecret: optional(text(SSO_SECRET_CHARACTERS_MAX)),
  scopes: optional(list(name, SSO_SCOPES_MAX)),
  roleClaim: optional(nullable(name)),
  roles: optional(list(record({ value: required(name), role: required(word(ROLES)) }), SSO_ROLES_MAX)),
  defaultRole: optional(nullable(word(SSO_DEFAULT_ROLES))),
  enabled: optional(yesOrNo),
  required: optional(yesOrNo),
  breakGlass: optional(list(email, SSO_BREAK_GLASS_MAX)),
  sessionHours: optional(integer(SSO_SESSION_HOURS_MIN, SSO_SESSION_HOURS_MAX)),
  domains: optional(list(text(SSO_DOMAIN_CHARACTERS_MAX), SSO_DOMAINS_MAX)),
};

/** Fields that the file leaves out have their defaults: it says the whole connection. */
export const ssoReader: Reader<FileConnection> = refined(record(fields), (read) => ({
  issuer: read.issuer,
  clientId: read.clientId,
  clientSecret: read.clientSecret,
  scopes: read.scopes ?? [],
  roleClaim: read.roleClaim ?? null,
  roles: (read.roles ?? []).map(({ value, role }) => ({ value, role })),
  defaultRole: read.defaultRole ?? null,
  enabled: read.enabled ?? true,
  required: read.required ?? false,
  breakGlass: read.breakGlass ?? [],
  sessionHours: read.sessionHours ?? SSO_SESSION_HOURS_DEFAULT,
  domains: read.domains ?? [],
}));
