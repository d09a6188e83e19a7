/** What the routes of the machine API work with. */
import type { DecideDependencies } from '../../decide/index.ts';
import type { KeyAuthentication } from '../../http/key-authentication.ts';

export type RouteDependencies = DecideDependencies & KeyAuthentication;
