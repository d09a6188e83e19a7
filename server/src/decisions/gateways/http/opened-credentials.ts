// SPDX-License-Identifier: Apache-2.0
/**
 * Opened credentials, with the injected values and the texts to remove from answers. They are kept for as long as a
 * snapshot of the organization holds the integration. A change makes another record of it, and opening a secret costs
 * as much as a call.
 */

import { type Redaction, redactionOf } from '@svc/core/redaction';
import type { IntegrationRecord } from '../../../organization/organizations/index.ts';
import { checkedHeaders } from '../../../outgoing/egress/index.ts';
import { type Vault, VaultError } from '../../../platform/vault/index.ts';
import { type Injection, injectionOf, NO_INJECTION } from './credential.ts';
import type { TokenOwner } from './tokens.ts';

/** The credential cannot be opened; the text is for the caller. */
export class CredentialFault extends Error {
  override name = 'CredentialFault';
}

/** The values that go with a call, and the texts that must not come back. */
export interface Attachment {
  injection: Injection;
  redaction: Redaction;
  /** All headers of a call without and with a body. */
  headers: { bodiless: Headers; withBody: Headers };
}

type Headers = Readonly<Record<string, string>>;

/** @throws EgressFault `invalid_header` when a header cannot hold the secret */
function attachmentOf(injection: Injection): Attachment {
  const common = { Accept: '*/*', 'User-Agent': USER_AGENT };
  const headers = {
    bodiless: checkedHeaders({ ...common, ...injection.headers }),
    withBody: checkedHeaders({ ...common, 'Content-Type': 'application/json', ...injection.headers }),
  };
  return { injection, redaction: redactionOf(injection.secrets), headers };
}

const USER_AGENT = 'Svc-Gateway/1.0';

export const NO_ATTACHMENT: Attachment = attachmentOf(NO_INJECTION);

interface OpenedCredential {
  /** The source of its tokens; null for a credential without one. */
  tokenOwner: TokenOwner | null;
  /** @param token from the token address, for a credential that has one */
  attachmentWith(token: string | null): Attachment;
}

export interface OpenedCredentials {
  /** @throws CredentialFault when the secret cannot be opened: without it the call would be another one */
  of(organizationId: string, integration: IntegrationRecord): OpenedCredential;
}

export function createOpenedCredentials(vault: Vault): OpenedCredentials {
  const opened = new WeakMap<IntegrationRecord, OpenedCredential>();
  return {
    of(organizationId, integration) {
      const known = opened.get(integration);
      if (known !== undefined) return known;
      const made = openCredential(vault, organizationId, integration);
      opened.set(integration, made);
      return made;
    },
  };
}

function openCredential(vault: Vault, organizationId: string, integration: IntegrationRecord): OpenedCredential {
  const { id: integrationId, credential, sealedSecret, allowedHosts } = integration;
  if (credential === null || sealedSecret === null) throw new CredentialFault('credential not available');
  const binding = { organizationId, table: 'integrations', column: 'secret', rowId: integrationId };
  const secret = openSecret(vault, sealedSecret, binding);
  let last: { token: string | null; attachment: Attachment } | null = null;
  return {
    tokenOwner:
      credential.type === 'OAUTH2_CLIENT_CREDENTIALS'
        ? { organizationId, integrationId, credential, allowedHosts, secret }
        : null,
    attachmentWith(token) {
      if (last === null || last.token !== token) {
        last = { token, attachment: attachmentOf(injectionOf(credential, secret, token)) };
      }
      return last.attachment;
    },
  };
}

function openSecret(vault: Vault, sealed: string, binding: Parameters<Vault['openText']>[1]): string {
  try {
    return vault.openText(sealed, binding);
  } catch (error) {
    if (error instanceof VaultError) throw new CredentialFault('credential not available');
    throw error;
  }
}
