// SPDX-License-Identifier: Apache-2.0
/** The organization that a sign-in may make. */
import { type TProperties, Type } from 'typebox';
import { NAME_CHARACTERS_MAX } from '../limits.ts';

/** Without it, a person who is not a member of any organization is refused: 403 `no_organization`. */
export const firstOrganization = {
  organizationName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: NAME_CHARACTERS_MAX,
      description:
        'The name of an organization to make for a person without one, with them as its owner. ' +
        'Ignored for other persons.',
    }),
  ),
} satisfies TProperties;
