-- Uploaded tables: the file as it came, what is known about it, and what its import did, so that it can be taken back.

create table csv_upload (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  type text collate "C" not null check (type in ('nps', 'user_interview', 'cs_ticket', 'feedback', 'survey')),
  file_name text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  status text collate "C" not null default 'uploaded' check (status in (
    'uploaded', 'mapped', 'validated', 'importing', 'completed', 'completed_with_errors', 'failed', 'cancelled', 'rolling_back', 'rolled_back')),
  encoding text not null,
  delimiter text not null,
  platform text not null,
  header_rows smallint not null,
  -- Records before the data: the header, and what some programs write above it.
  skipped_records smallint not null,
  headers jsonb not null,
  -- What the values of each column have in common.
  facts jsonb not null,
  suggestion jsonb not null,
  warnings jsonb not null default '[]',
  row_count integer not null,
  mapping jsonb,
  options jsonb,
  -- How many rows of data are dealt with; moves in the transaction that deals with them.
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

create table csv_chunk (
  org_id text collate "C" not null,
  upload_id uuid not null,
  n integer not null,
  bytes bytea not null,
  primary key (org_id, upload_id, n),
  foreign key (org_id, upload_id) references csv_upload (org_id, id) on delete cascade
);
-- Tables are read from their beginning to their end; compressing them saves little and costs each reader.
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

-- Each object that an import made (nothing before) or changed (before and after, as the import found and left it).
create table csv_effect (
  org_id text collate "C" not null,
  upload_id uuid not null,
  kind text collate "C" not null,
  object_id uuid not null,
  before jsonb,
  after jsonb,
  primary key (org_id, upload_id, kind, object_id),
  foreign key (org_id, upload_id) references csv_upload (org_id, id) on delete cascade
);
