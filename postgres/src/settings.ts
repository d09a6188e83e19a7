// SPDX-License-Identifier: Apache-2.0
/**
 * The server's settings. They travel on the command line, not in postgresql.conf. So a newer version's values reach an
 * existing cluster, and an edited file cannot switch durability off.
 */
export type Settings = Readonly<Record<string, string>>;

export const SETTINGS: Settings = {
  // Durability: an answered decision survives a power cut.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  // Reach: one private Unix socket in the cluster's own directory, which is the server's working directory.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  password_encryption: 'scram-sha-256',
  max_connections: '60',

  // Nothing replicates from this server, and an idle one then writes no log at all. pg_dump needs neither.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '1GB',
  min_wal_size: '96MB',
  checkpoint_timeout: '15min',
  // Whole pages are a third of the log under load. The binaries have no other method.
  wal_compression: 'pglz',

  // Short statements on little memory. Parallel workers would need /dev/shm, which containers keep at 64 MB.
  shared_buffers: '128MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  autovacuum: 'on',

  timezone: 'UTC',
  log_timezone: 'UTC',

  // No statement, parameter or row may reach the log. An error's primary message can quote a value and its detail a
  // row. Errors are therefore not logged at all (the service gets them), and logged lines have no detail.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_duration: 'off',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_transaction_sample_rate: '0',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_autovacuum_min_duration: '-1',
  log_checkpoints: 'off',
  log_lock_waits: 'off',
  log_temp_files: '-1',
  log_connections: '',
  log_disconnections: 'off',
};

export function settingArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
