-- CSV uploads and inbound integrations.

create table csv_upload (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  type text collate "C" not null check (type in ('nps', 'user_interview', 'cs_ticket', 'feedback', 'survey')),
  file_name text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  status text collate "C" not null default 'uploaded' check (status in (
    'uploaded', 'mapped', 'validated', 'importing', 'completed', 'completed_with_errors', 'failed', 'cancelled',
      'rolling_back', 'rolled_back')),
  encoding text not null,
  delimiter text not null,
  platform text not null,
  header_rows smallint not null,
  -- Records before the data: the header and any preamble above it.
  skipped_records smallint not null,
  headers jsonb not null,
  -- Statistics over the values of each column, from which the mapping is suggested.
  column_profiles jsonb not null,
  suggestion jsonb not null,
  warnings jsonb not null default '[]',
  row_count integer not null,
  mapping jsonb,
  options jsonb,
  -- Number of data rows processed; updated in the transaction that processes them.
  position integer not null default 0,
  valid integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  error_count integer not null default 0,
  warning_count integer not null default 0,
  job_id uuid,
  batch_id uuid,
  survey_id uuid,
  created_by text collate "C",
  started_at timestamptz(3),
  completed_at timestamptz(3),
  rollback_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index csv_upload_file on csv_upload (org_id, sha256);

-- The uploaded file, byte for byte.
create table csv_chunk (
  org_id text collate "C" not null,
  upload_id uuid not null,
  n integer not null,
  bytes bytea not null,
  primary key (org_id, upload_id, n),
  foreign key (org_id, upload_id) references csv_upload (org_id, id) on delete cascade
);
-- Files are read from start to end: compression saves little space and costs every reader.
alter table csv_chunk alter column bytes set storage external;

create table csv_problem (
  org_id text collate "C" not null,
  upload_id uuid not null,
  row_number integer not null,
  n smallint not null,
  line integer not null,
  header text,
  code text collate "C" not null,
  severity text collate "C" not null check (severity in ('error', 'warning')),
  message text not null,
  value text,
  primary key (org_id, upload_id, row_number, n),
  foreign key (org_id, upload_id) references csv_upload (org_id, id) on delete cascade
);

-- Change log of an import, for its rollback: created objects have no "before".
create table csv_import_change (
  org_id text collate "C" not null,
  upload_id uuid not null,
  kind text collate "C" not null,
  object_id uuid not null,
  before jsonb,
  after jsonb,
  primary key (org_id, upload_id, kind, object_id),
  foreign key (org_id, upload_id) references csv_upload (org_id, id) on delete cascade
);

create table integration (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  provider text collate "C" not null check (provider in ('zendesk', 'intercom', 'slack', 'linear', 'jira', 'generic')),
  name text not null,
  status text collate "C" not null default 'pending'
    check (status in ('pending', 'connected', 'degraded', 'error', 'disabled')),
  -- Part of the inbound URL; requests are authenticated by their signature.
  token text collate "C" not null unique,
  -- Source of the imported records; unique, so that equal external ids of two integrations do not collide.
  source text collate "C" not null check (source ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  config jsonb not null default '{}',
  mapping jsonb,
  -- Encrypted; null once disconnected.
  secret bytea,
  secret_hint text,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  sync_enabled boolean not null default false,
  sync_frequency text collate "C" not null default 'daily' check (sync_frequency in ('hourly', 'daily', 'weekly')),
  last_run_at timestamptz(3),
  next_run_at timestamptz(3),
  received bigint not null default 0,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  rejected bigint not null default 0,
  -- Number of consecutive rejected deliveries.
  failures integer not null default 0,
  last_event_at timestamptz(3),
  error_code text collate "C",
  error_message text,
  error_at timestamptz(3),
  created_by text collate "C" not null references app_user (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id)
);
create unique index integration_source on integration (org_id, source) where deleted_at is null;
create index integration_live on integration (org_id, id) where deleted_at is null;
create index integration_due on integration (next_run_at) where sync_enabled and deleted_at is null;

-- Log of inbound deliveries, also of rejected ones.
create table integration_event (
  org_id text collate "C" not null,
  integration_id uuid not null,
  id uuid not null,
  -- Id given by the sender.
  delivery_id text,
  -- The delivery id and the digest of the signed body of each accepted delivery; a second one with either is a
  -- duplicate.
  dedupe_key text collate "C",
  digest bytea,
  type text,
  status text collate "C" not null check (status in ('accepted', 'duplicate', 'ignored', 'rejected')),
  reason text collate "C",
  detail text,
  records jsonb not null default '[]',
  -- Byte for byte; kept for a limited time for replays.
  body bytea,
  replay_of_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, integration_id, id),
  foreign key (org_id, integration_id) references integration (org_id, id) on delete cascade
);
create unique index integration_event_dedupe on integration_event (org_id, integration_id, dedupe_key)
  where dedupe_key is not null;
create unique index integration_event_digest on integration_event (org_id, integration_id, digest)
  where digest is not null;
create index integration_event_status on integration_event (org_id, integration_id, status, id);
create index integration_event_created on integration_event using brin (created_at);

-- Messages of chat threads, one row each, so that edits and late replies can be merged in.
create table thread_message (
  org_id text collate "C" not null,
  integration_id uuid not null,
  thread text collate "C" not null,
  message_id text collate "C" not null,
  author text,
  body text not null,
  sent_at timestamptz(3) not null,
  primary key (org_id, integration_id, thread, message_id),
  foreign key (org_id, integration_id) references integration (org_id, id) on delete cascade
);
