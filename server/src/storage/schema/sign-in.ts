// SPDX-License-Identifier: Apache-2.0
/**
 * The role that the service signs in as. It may become `svc_app` and nothing else, so that no statement leads back to
 * the owner of the tables. The first process makes it; its name and password follow from the encryption key.
 */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { changedDatabaseUrl } from '../../platform/addresses/index.ts';
import { connectOwner, connectService, type DatabaseAddress, databaseOf, SERVICE_ROLE } from '../connections/index.ts';

/** 32 bytes for a text: the same in every process that has the same first encryption key. */
export type SecretOf = (text: string) => Buffer;

export interface SignIn {
  /** Where the service connects; that of the owner while its own role does not work. */
  address: DatabaseAddress;
  /** Why it is that of the owner, in a few words. */
  fault: string | null;
  /** They make the role when an administrator runs them. One holds a verifier of the password, and not the password. */
  statements: string;
}

interface Login {
  role: string;
  password: string;
  database: string;
}

/** Signs in as the role, and makes it where it is missing and the owner may. Never fails for the want of it. */
export async function signIn(owner: DatabaseAddress, secretOf: SecretOf): Promise<SignIn> {
  const found = await lookUpSignIn(owner, secretOf);
  if (found.fault === null) return found;
  const client = await connectOwner(owner);
  try {
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('svc.role')); ${found.statements} COMMIT`);
  } catch (error) {
    return { ...found, fault: (error as Error).message };
  } finally {
    await client.end();
  }
  return await lookUpSignIn(owner, secretOf);
}

/** The same without making anything. @throws the error of a server that cannot be reached */
export async function lookUpSignIn(owner: DatabaseAddress, secretOf: SecretOf): Promise<SignIn> {
  const login = loginFor(owner, secretOf);
  const address = withLogin(owner, login);
  const fault = await trySignIn(address);
  return { address: fault === null ? address : owner, fault, statements: statementsFor(login, secretOf) };
}

function loginFor(owner: DatabaseAddress, secretOf: SecretOf): Login {
  const database = databaseOf(owner);
  const role = `svc_login_${secretOf(`role ${database}`).toString('hex').slice(0, ROLE_DIGITS)}`;
  return { role, password: secretOf(`password ${database}`).toString('base64url'), database };
}

const ROLE_DIGITS = 12;

function withLogin(owner: DatabaseAddress, { role, password, database }: Login): DatabaseAddress {
  if (!('connectionString' in owner)) return { ...owner, user: role, password };
  const connectionString = changedDatabaseUrl(owner.connectionString, (url) => {
    // Without a name, the database of the user is meant.
    if (url.pathname.length <= 1) url.pathname = `/${encodeURIComponent(database)}`;
    // In the query they stand for every form of address, also one without a host.
    url.searchParams.set('user', role);
    url.searchParams.set('password', password);
  });
  return { connectionString };
}

/**
 * Codes of class 28 say that the role or its password is not known. The first of these says that it may not become the
 * other, and the second that a pooler knows no such user.
 */
const REFUSED = new Set(['42501', '08P01']);

/** @returns why not, in a few words; null when it works */
async function trySignIn(address: DatabaseAddress): Promise<string | null> {
  const client = await connectService(address).catch((error: Error & { code?: string }) => {
    const { code = '' } = error;
    if (code.startsWith('28') || REFUSED.has(code)) return error;
    throw error;
  });
  if (client instanceof Error) return client.message;
  try {
    const { rows } = await client.query<{ mighty: boolean; others: string[] }>(WHAT_IT_MAY);
    const [state] = rows;
    if (state?.mighty === true) return 'its role has rights beyond a sign-in';
    const others = state?.others ?? [];
    return others.length === 0 ? null : `its role may become ${others.join(', ')}`;
  } finally {
    await client.end();
  }
}

const WHAT_IT_MAY = `
  SELECT r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication AS mighty,
    ARRAY(
      SELECT o.rolname::text FROM pg_roles o
      WHERE o.rolname NOT IN (session_user, '${SERVICE_ROLE}') AND pg_has_role(session_user, o.oid, 'MEMBER')
      ORDER BY 1
    ) AS others
  FROM pg_roles r WHERE r.rolname = session_user`;

/** NOINHERIT: also after SET ROLE NONE it has no right of its own. The name and the verifier need no quoting. */
function statementsFor({ role, password, database }: Login, secretOf: SecretOf): string {
  const comment = `svc: signs in to ${database}`.replaceAll("'", "''");
  return [
    `DO $$ BEGIN CREATE ROLE ${role} LOGIN NOINHERIT; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`,
    `ALTER ROLE ${role} LOGIN PASSWORD '${scramVerifier(password, secretOf(`salt ${database}`))}';`,
    `GRANT ${SERVICE_ROLE} TO ${role};`,
    `COMMENT ON ROLE ${role} IS '${comment}';`,
  ].join(' ');
}

const SCRAM_ITERATIONS = 4_096;
const SCRAM_SALT_BYTES = 16;

/** RFC 5803: a server that stores this checks the password, and neither it nor its log knows it. */
function scramVerifier(password: string, salt: Buffer): string {
  const short = salt.subarray(0, SCRAM_SALT_BYTES);
  const salted = pbkdf2Sync(password, short, SCRAM_ITERATIONS, 32, 'sha256');
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(mac('Client Key')).digest('base64');
  const serverKey = mac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${short.toString('base64')}$${storedKey}:${serverKey}`;
}
