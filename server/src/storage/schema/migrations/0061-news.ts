// SPDX-License-Identifier: Apache-2.0
/**
 * Tells every process of resolved reviews and ended sessions, with the commit. Triggers do it, so that no way of
 * resolving or ending can forget it. Both are rare; decisions are told of outside their transactions.
 */
export const NEWS = `
  CREATE FUNCTION svc.tell_of_review() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('svc_news', 'r:' || NEW.event_id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER resolved AFTER UPDATE OF status ON svc.reviews
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION svc.tell_of_review();

  CREATE FUNCTION svc.tell_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('svc_news', 's:' || OLD.id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER ended AFTER DELETE ON svc.sessions
    FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION svc.tell_of_session();
  CREATE TRIGGER moved AFTER UPDATE OF organization_id ON svc.sessions
    FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id)
    EXECUTE FUNCTION svc.tell_of_session();
`;
