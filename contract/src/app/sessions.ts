/** Signing in, and the person who is signed in. */
import { type Static, type TProperties, Type } from 'typebox';
import { ROLES } from '../enums.ts';
import {
  EMAIL_CHARACTERS_MAX,
  MFA_CODE_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MAX,
} from '../limits.ts';
import { strictObject, stringEnum, uuid } from '../schema.ts';

/** No pattern and no least length: a malformed e-mail address or password gets the answer of a wrong one. */
export const LoginRequestSchema = strictObject({
  email: Type.String({ maxLength: EMAIL_CHARACTERS_MAX }),
  password: Type.String({ maxLength: PASSWORD_CHARACTERS_MAX }),
  mfaCode: Type.Optional(Type.String({ maxLength: MFA_CODE_CHARACTERS_MAX })),
});
export type LoginRequest = Static<typeof LoginRequestSchema>;

const user = Type.Object({ id: uuid(), email: Type.String(), name: Type.String({ maxLength: NAME_CHARACTERS_MAX }) });
/** An organization from the view of one member: `role` is the caller's own. */
const membership = Type.Object({ id: uuid(), name: Type.String(), role: stringEnum(ROLES) });
export type OrganizationMembership = Static<typeof membership>;

const signedIn = { user, organization: membership } satisfies TProperties;

export const SignedInSchema = Type.Object(signedIn);
export type SignedIn = Static<typeof SignedInSchema>;

export const MeSchema = Type.Object({
  ...signedIn,
  memberships: Type.Array(membership, { description: 'Every organization of the person, the current one too.' }),
});
export type Me = Static<typeof MeSchema>;
