/** The five forms of a gateway credential, as they are stored: in clear, but for the secret, which is kept apart. */
export type Credential =
  | { type: 'API_KEY_HEADER'; header: string }
  | { type: 'QUERY_PARAM'; name: string }
  | { type: 'AUTHORIZATION'; scheme: string }
  | { type: 'BASIC'; username: string }
  | { type: 'OAUTH2_CLIENT_CREDENTIALS'; tokenUrl: string; clientId: string; scope: string | null };
