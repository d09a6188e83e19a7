// SPDX-License-Identifier: Apache-2.0
/**
 * The part of oidc-provider that is used here, by its documentation of version 9. The published types bring those of
 * two web frameworks, which svc does not have.
 */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Awaitable<Value> = Value | Promise<Value>;

  export interface JWK {
    kty: string;
    kid?: string;
    [member: string]: unknown;
  }

  /** Members as RFC 7591 names them. */
  export interface ClientMetadata {
    client_id: string;
    client_name?: string;
    [member: string]: unknown;
  }

  export interface Client {
    readonly clientId: string;
    readonly jwksUri?: string;
    grantTypeAllowed(type: string): boolean;
    metadata(): ClientMetadata;
  }

  export interface InteractionResults {
    login?: { accountId: string };
    consent?: { grantId?: string };
    error?: string;
    error_description?: string;
  }

  export interface Grant {
    jti: string;
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    /** @returns its id */
    save(): Promise<string>;
  }

  export interface Interaction {
    readonly uid: string;
    readonly prompt: { name: string };
    readonly params: Record<string, unknown>;
    readonly returnTo: string;
    result?: InteractionResults;
    persist(): Promise<string>;
  }

  export interface KoaContextWithOIDC {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    type: string;
    body: unknown;
    readonly oidc: {
      readonly route: string;
      readonly params?: Record<string, unknown>;
      readonly result?: InteractionResults;
      readonly provider: Provider;
      readonly client?: Client;
    };
  }

  export interface AdapterPayload {
    [member: string]: unknown;
  }

  export interface Adapter {
    /** @param expiresIn seconds; undefined keeps it */
    upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<AdapterPayload | undefined>;
    findByUid(uid: string): Promise<AdapterPayload | undefined>;
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  type ByContext<Result> = (context: KoaContextWithOIDC, client: Client) => Awaitable<Result>;

  export interface Configuration {
    adapter?(kind: string): Adapter;
    clientAuthMethods?: string[];
    clientDefaults?: Partial<ClientMetadata>;
    enabledJWA?: Record<string, string[]>;
    extraClientMetadata?: {
      properties: string[];
      validator?(context: KoaContextWithOIDC, key: string, value: unknown, metadata: ClientMetadata): void;
    };
    features?: {
      revocation?: {
        enabled: boolean;
        allowedPolicy(context: KoaContextWithOIDC, client: Client, token: { clientId?: string }): Promise<boolean>;
      };
      [name: string]: object | undefined;
    };
    findAccount?(
      context: KoaContextWithOIDC,
      subject: string,
    ): Awaitable<{ accountId: string; claims(): Promise<{ sub: string }> } | undefined>;
    interactions?: { policy: interactionPolicy.Prompt[]; url: (context: unknown, interaction: Interaction) => string };
    issueRefreshToken?: ByContext<boolean>;
    loadExistingGrant?(context: KoaContextWithOIDC): Promise<Grant | undefined>;
    rotateRefreshToken?: boolean;
    /** Named in the documentation, and passed on as they are. */
    [member: string]: unknown;
  }

  export namespace interactionPolicy {
    class Check {
      constructor(reason: string, description: string, check: (context: KoaContextWithOIDC) => boolean);
    }
    class Prompt {
      constructor(info: { name: string; requestable: boolean }, ...checks: Check[]);
    }
  }

  export namespace errors {
    class OIDCProviderError extends Error {
      readonly statusCode: number;
      readonly error: string;
      readonly error_description?: string;
    }
    class InvalidClientAuth extends OIDCProviderError {
      constructor(description: string);
    }
    class InvalidClientMetadata extends OIDCProviderError {
      constructor(description: string);
    }
    class InvalidGrant extends OIDCProviderError {
      constructor(detail: string);
    }
    class InvalidRequest extends OIDCProviderError {
      constructor(description: string);
    }
    class UnsupportedResponseMode extends OIDCProviderError {}
    class InvalidTarget extends OIDCProviderError {
      constructor(description?: string);
    }
  }

  export { Provider };
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    /** The context of the request that is being answered. */
    static readonly ctx: KoaContextWithOIDC | undefined;
    proxy: boolean;
    readonly Client: { find(id: string): Promise<Client | undefined> };
    readonly OIDCContext: { prototype: { clientJwtAuthExpectedAudience(): Set<string> } };
    readonly Grant: {
      new (ids: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    readonly Interaction: { find(uid: string): Promise<Interaction | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResults,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<string>;
    use(middleware: (context: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>): this;
    on(event: 'server_error', listener: (context: KoaContextWithOIDC, error: unknown) => void): this;
  }
}
