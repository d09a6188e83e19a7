// SPDX-License-Identifier: Apache-2.0
/** A client as a person is shown it: what it says of itself is not believed, and where the answer goes is told. */
import type { ClientMetadata } from 'oidc-provider';
import { CLIENT_NAME_CHARACTERS_MAX } from './limits.ts';

export interface ShownClient {
  name: string;
  /** A host, or a private scheme such as `cursor:`. */
  host: string;
  /** The host of the client's metadata document; null for a registered client. */
  documentHost: string | null;
  /** The address of the answer, without its query. */
  returnsTo: string;
  /** The answer goes to a program on the person's device. */
  isOnDevice: boolean;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** Controls, and characters that change how a line is read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names are cleaned of them
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export function shownClient(metadata: ClientMetadata, redirectUri: string): ShownClient {
  const { protocol, hostname, host, pathname } = new URL(redirectUri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const shownHost = isWeb ? host : protocol;
  const id = metadata.client_id;
  const documentHost = id.startsWith('https://') ? new URL(id).host : null;
  const name = (metadata.client_name ?? '').replaceAll(UNPRINTABLE, '').trim();
  return {
    name: [...(name === '' ? (documentHost ?? shownHost) : name)].slice(0, CLIENT_NAME_CHARACTERS_MAX).join(''),
    host: shownHost,
    documentHost,
    returnsTo: `${protocol}//${host}${pathname}`,
    isOnDevice: !isWeb || LOOPBACK_HOSTS.has(hostname),
  };
}
