// SPDX-License-Identifier: Apache-2.0
/** Approvals that are signed by a passkey: which reviews ask for it, and which passkeys sign in an organization. */
import { organizationTable } from '../tables/security.ts';
import { REVIEWS_WITH_SIGNED } from './record-batch.ts';

export const SIGNED_APPROVALS = `
  ALTER TABLE svc.reviews ADD COLUMN signed boolean NOT NULL DEFAULT false;
  COMMENT ON COLUMN svc.reviews.signed IS 'Whether each approval is signed by a passkey of its person.';

  CREATE TABLE svc.signing_keys (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    passkey_id uuid NOT NULL,
    key_thumbprint text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, passkey_id)
  );
  CREATE INDEX signing_keys_of_person ON svc.signing_keys (organization_id, account_id, id);
  ${organizationTable('signing_keys', 'SELECT, INSERT, DELETE')}
  COMMENT ON TABLE svc.signing_keys IS 'Passkeys that their people let sign approvals in an organization.';
  COMMENT ON COLUMN svc.signing_keys.key_thumbprint IS 'SHA-256 of the public key, as its audit entries name it.';

  ALTER TABLE svc.passkey_challenges ADD COLUMN nonce bytea CHECK (length(nonce) = 32);
  COMMENT ON COLUMN svc.passkey_challenges.nonce IS
    'That of the statement which the challenge is the hash of; null for a challenge that is no approval.';

  -- A process of an older version knows no signatures.
  CREATE FUNCTION svc.need_signature() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog AS $$
  BEGIN
    IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
      RETURN NULL;
    END IF;
    IF NOT EXISTS (
      SELECT FROM svc.audit_entries
      WHERE organization_id = NEW.organization_id AND seq = NEW.audit_seq AND metadata -> 'signature' IS NOT NULL
    ) THEN
      RAISE EXCEPTION 'a review was approved without a signature' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER needs_signature AFTER UPDATE OF status ON svc.reviews
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.signed AND NEW.status = 'APPROVED' AND OLD.status <> 'APPROVED') EXECUTE FUNCTION svc.need_signature();

  ${REVIEWS_WITH_SIGNED}
`;
