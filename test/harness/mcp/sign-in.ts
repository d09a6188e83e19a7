// SPDX-License-Identifier: Apache-2.0
/** An assistant that signs its person in by OAuth: the protocol's own client, and what it keeps. */
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { REDIRECT_URI } from '../oauth/index.ts';
import { type Era, protocolOf } from './index.ts';

type Kept<Name extends 'clientInformation' | 'tokens'> = Awaited<ReturnType<OAuthClientProvider[Name]>>;

/** An assistant's memory. It sends the browser of its person where the protocol says. */
export function memoryOfAssistant() {
  const kept = {
    client: undefined as Kept<'clientInformation'>,
    tokens: undefined as Kept<'tokens'>,
    verifier: '',
    to: '',
  };
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT_URI,
    clientMetadata: { client_name: 'Assistant', redirect_uris: [REDIRECT_URI] },
    clientInformation: () => kept.client,
    saveClientInformation: (information) => {
      kept.client = information;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.to = url.href;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
  };
  return { kept, provider };
}

/** Begins to connect; without tokens that fails, once the browser has its address. */
export function connectSigningIn(baseUrl: string, era: Era, authProvider: OAuthClientProvider) {
  const client = new Client({ name: 'test-assistant', version: '1.0.0' }, protocolOf(era));
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { authProvider });
  return { client, transport, connected: client.connect(transport) };
}
