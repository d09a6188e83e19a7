// SPDX-License-Identifier: Apache-2.0
/** Assertions by which clients prove themselves (RFC 7523), where the library leaves a choice. */
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { Clock } from '../../platform/clock/index.ts';
import { ASSERTION_SECONDS_MAX, CLOCK_TOLERANCE_SECONDS } from './limits.ts';

/** Its use is remembered until it ends, so it ends soon. The library has checked all that is not about time. */
export function createLifetimeCheck(clock: Clock) {
  return (_context: KoaContextWithOIDC, { exp, iat }: Record<string, unknown>): void => {
    const nowSeconds = clock.nowMs() / 1_000;
    const left = Number(exp) - nowSeconds;
    if (!(left > -CLOCK_TOLERANCE_SECONDS)) throw new errors.InvalidClientAuth('the client_assertion has expired');
    if (left > ASSERTION_SECONDS_MAX + CLOCK_TOLERANCE_SECONDS) {
      throw new errors.InvalidClientAuth('the client_assertion holds for longer than an hour');
    }
    if (iat !== undefined && !(Number(iat) <= nowSeconds + CLOCK_TOLERANCE_SECONDS)) {
      throw new errors.InvalidClientAuth('the client_assertion was issued in the future');
    }
  };
}

/** An assertion may name the issuer or the address that it is sent to, with a last slash or without. */
export function expectOwnAddresses(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const expected = prototype.clientJwtAuthExpectedAudience;
  prototype.clientJwtAuthExpectedAudience = function withBothSpellings() {
    return new Set([...expected.call(this)].flatMap((address) => [address, `${address}/`]));
  };
}

interface Keys {
  clear(): void;
  freshUntil?: number;
}

/** The library would go on with a key that the client has taken away. Our fetch knows how long keys may be kept. */
export function readKeysAnew({ Client }: Provider): void {
  const find = Client.find.bind(Client);
  Client.find = async (id: string) => {
    const client = await find(id);
    if (client?.jwksUri !== undefined) {
      const { asymmetricKeyStore: keys } = client as unknown as { asymmetricKeyStore: Keys };
      keys.clear();
      keys.freshUntil = 0;
    }
    return client;
  };
}
