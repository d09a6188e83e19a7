// SPDX-License-Identifier: Apache-2.0
/** Rows of an organization may lie on a server of their own: statements, keys and news need no other one. */

export const BY_ORGANIZATION = `
  -- The sum of a moment and milliseconds depends on no setting. PostgreSQL marks the operator for all intervals.
  CREATE FUNCTION svc.next_ms(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT at + interval '1 ms'
  $$;
  REVOKE ALL ON FUNCTION svc.next_ms(timestamptz) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION svc.next_ms(timestamptz) TO svc_app;

  -- The service tells of these with the commit.
  DROP TRIGGER resolved ON svc.reviews;
  DROP FUNCTION svc.tell_of_review();
  DROP TRIGGER ended ON svc.sessions;
  DROP TRIGGER moved ON svc.sessions;
  DROP FUNCTION svc.tell_of_session();
`;
