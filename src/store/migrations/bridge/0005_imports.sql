-- CSV uploads and inbound integrations.

-- as in the baseline: create table csv_upload

-- as in the baseline: create table csv_chunk

-- as in the baseline: create table csv_problem

-- as in the baseline: create table csv_import_change

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

-- as in the baseline: create table integration_event

-- as in the baseline: create table thread_message
