// SPDX-License-Identifier: Apache-2.0
/**
 * A route may have the bodies and arguments of its calls scanned. The service may see which migrations have run, so
 * that a process can say whether the database has its schema.
 */
export const SCANNED_BODIES = `
  ALTER TABLE svc.http_routes ADD COLUMN scan_body boolean NOT NULL DEFAULT false;
  ALTER TABLE svc.mcp_routes ADD COLUMN scan_body boolean NOT NULL DEFAULT false;
  GRANT SELECT ON svc.kysely_migration TO svc_app;
`;
