-- Background jobs, the event log, webhooks and alerts.

-- The public state of a background job. Scheduling and retries are kept by pg-boss in the schema "queue".
create table job (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  type text collate "C" not null,
  status text collate "C" not null default 'queued'
    check (status in ('queued', 'running', 'ready', 'failed', 'cancelled')),
  stage text,
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  error_code text,
  error_message text,
  resource_type text,
  resource_id uuid,
  payload jsonb not null default '{}',
  -- Fencing token: only the newest attempt may write.
  attempts integer not null default 0,
  -- Number of thrown errors; a queue entry with an earlier count is ignored.
  failures integer not null default 0,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (org_id, id)
);
create index job_resource on job (org_id, resource_id, id) where resource_id is not null;
create index job_finished on job (finished_at) where finished_at is not null;
-- Checked before another job of the same type is queued.
create index job_open on job (org_id, type) where status in ('queued', 'running');
-- One competitor research or check-in at a time in an organization.
create unique index job_competitor_open on job (org_id) where type in ('competitor_research', 'competitor_checkin')
  and status in ('queued', 'running');
create index job_competitor on job (org_id, id) where type in ('competitor_research', 'competitor_checkin');

-- as in the baseline: create table worker_heartbeat

-- One row for each write, inserted in the transaction of that write. Rows with a type are the outbox of the event feed
-- and the webhooks; all rows are the audit log (actor, operation, request).
-- No foreign key to organization: it would lock the organization's row on every write.
create table event (
  org_id text collate "C" not null,
  id uuid not null,
  -- Null: audit log only, not published.
  type text collate "C",
  operation text collate "C" not null,
  actor_type text collate "C" not null check (actor_type in ('user', 'api_key', 'integration', 'system')),
  actor_id text collate "C",
  user_id text collate "C",
  request_id text collate "C",
  resource_id text collate "C",
  object json,
  previous json,
  -- Transactions commit in another order than their ids; a reader that stays below the oldest running one misses no
  -- event.
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index event_feed on event (org_id, tx, id) where type is not null;
create index event_created on event using brin (created_at);

create table webhook (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  url text not null,
  events text[] not null,
  filter jsonb not null default '{}',
  description text,
  status text collate "C" not null default 'active' check (status in ('active', 'paused', 'disabled')),
  disabled_reason text,
  keep_enabled boolean not null default false,
  -- Secrets from before encryption; the next start encrypts them into secret and previous_secret.
  plaintext_secret text,
  plaintext_previous_secret text,
  -- Until then the previous secret signs beside the new one.
  previous_secret_until timestamptz(3),
  -- Read position in the event log: later events are still to be delivered.
  position_tx xid8 not null default pg_current_xact_id(),
  position_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  -- Since the last success.
  failure_count integer not null default 0,
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  secret bytea,
  previous_secret bytea,
  secret_hint text not null,
  primary key (org_id, id),
  check (secret is not null or plaintext_secret is not null)
);
create index webhook_active on webhook (org_id, id) where status = 'active' and deleted_at is null;

-- as in the baseline: create table webhook_delivery

-- as in the baseline: create table alert
