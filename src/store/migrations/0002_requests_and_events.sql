-- Requests and their limits, background jobs, the event log and the audit log, and what is sent out: mail, webhooks,
-- alerts and messages to channels.

-- Request log of API keys, shared by all processes and written in batches; no table refers to it.
create table api_request (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  key_id uuid not null,
  user_id text collate "C" not null,
  method text collate "C" not null,
  -- The route pattern, without ids and query parameters.
  path text collate "C" not null,
  status smallint not null,
  code text collate "C",
  duration_ms integer not null,
  request_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (org_id, id)
);

-- The stored response of each idempotency key whose request committed with a 2xx status.
create table idempotency (
  org_id text collate "C" not null references organization (id) on delete cascade,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, key)
);
create index idempotency_created on idempotency (created_at);

-- Limits of callers without an organization too, so the key is the caller; each statement touches one row.
create table rate_bucket (
  caller text collate "C" not null,
  name text collate "C" not null,
  full_at timestamptz not null,
  primary key (caller, name)
) with (fillfactor = 50);

-- Attempts to sign in or reset a password within the window of their limit; the caller is a hash.
create table attempt_window (
  caller text collate "C" not null,
  name text collate "C" not null,
  attempts timestamptz[] not null,
  refused boolean not null default false,
  expires_at timestamptz not null,
  primary key (caller, name)
);

-- The organization of each key that arrives without one. On a cluster this table is on the coordinator alone, so that
-- looking up a key does not need the workers of other organizations. Not in backups: it is derived from the other
-- tables.
create table key_directory (
  key text collate "C" primary key,
  kind text collate "C" not null check (kind in ('survey_link', 'feedback_widget', 'integration')),
  org_id text collate "C" not null
);
create index key_directory_organization on key_directory (org_id);

-- Writes that were proposed together. `changes` has the writes and what they would have changed.
create table change_set (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  title text not null,
  description text,
  status text collate "C" not null default 'proposed' check (status in ('proposed', 'accepted', 'rejected')),
  changes json not null,
  change_count integer not null,
  created_by text collate "C" references app_user (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  decided_by text collate "C" references app_user (id) on delete set null,
  decided_at timestamptz(3),
  primary key (org_id, id)
);
create index change_set_status on change_set (org_id, status, id desc);

-- E-mails not sent yet; a row is deleted once the mail server has accepted the message.
create table mail_outbox (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  -- Encrypted, because it holds sign-in and invitation links.
  message bytea not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  error text,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index mail_outbox_due on mail_outbox (next_attempt_at);

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
-- One analysis of the existing feedback at a time in an organization.
create unique index job_analysis_rerun_open on job (org_id) where type = 'analysis_rerun'
  and status in ('queued', 'running');

-- Last sign of life of each worker process; belongs to no organization.
create table worker_heartbeat (
  id uuid primary key,
  heartbeat_at timestamptz(3) not null default now()
);

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
  -- The change set whose acceptance caused the event.
  change_set_id uuid,
  primary key (org_id, id)
);
create index event_feed on event (org_id, tx, id) where type is not null;
create index event_created on event using brin (created_at);

-- The audit log: who did what, from where and by what, inserted in the transaction of the change itself. Customers'
-- texts are not part of it: entries about them hold ids only.
create table audit_entry (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  -- The id of the operation with its action, of a sign-in step, of a command, or the name of background work.
  operation text collate "C" not null,
  outcome text collate "C" not null default 'success' check (outcome in ('success', 'failure')),
  reason text,
  -- How a person proved who they are; only of sign-ins and joins.
  means text collate "C" check (means in ('password', 'single_sign_on', 'setup', 'invitation', 'password_reset')),
  actor_type text collate "C" not null
    check (actor_type in ('user', 'api_key', 'command', 'integration', 'system', 'anonymous')),
  actor_id text collate "C",
  user_id text collate "C",
  session_id uuid,
  address text collate "C",
  user_agent text,
  request_id text collate "C",
  resource_id text collate "C",
  change_set_id uuid,
  -- The changed fields; secrets are replaced before they are written.
  before json,
  after json,
  -- As in event: a reader that stays below the oldest running transaction misses no entry.
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index audit_entry_feed on audit_entry (org_id, tx, id);
create index audit_entry_user on audit_entry (org_id, user_id, id) where user_id is not null;
create index audit_entry_operation on audit_entry (org_id, operation, id);
create index audit_entry_resource on audit_entry (org_id, resource_id, id) where resource_id is not null;
create index audit_entry_created on audit_entry using brin (created_at);
-- Entries are never changed, also not by a statement of the operator.
create rule audit_entry_unchanged as on update to audit_entry do instead nothing;

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
  -- Set when people are informed that the webhook fails: the first failure after this time disables it.
  disables_at timestamptz(3),
  primary key (org_id, id),
  check (secret is not null or plaintext_secret is not null)
);
create index webhook_active on webhook (org_id, id) where status = 'active' and deleted_at is null;

create table webhook_delivery (
  org_id text collate "C" not null,
  id uuid not null,
  webhook_id uuid not null,
  -- The delivered event; of a test delivery its own id, with the content in payload.
  event_id uuid not null,
  event_type text collate "C" not null,
  payload json,
  is_test boolean not null default false,
  replay_of uuid,
  status text collate "C" not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Fencing token: only the newest attempt may record its result.
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  attempt_log json not null default '[]',
  response_status integer,
  response_excerpt text,
  error text,
  duration_ms integer,
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, webhook_id) references webhook (org_id, id) on delete cascade
);
-- Reading the same events again creates no second delivery.
create unique index webhook_delivery_event on webhook_delivery (org_id, webhook_id, event_id) where replay_of is null;
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where status = 'pending';
create index webhook_delivery_webhook on webhook_delivery (org_id, webhook_id, id);
create index webhook_delivery_created on webhook_delivery using brin (created_at);

create table alert (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  metric text collate "C" not null,
  filter jsonb not null default '{}',
  condition jsonb not null,
  cooldown_hours integer not null check (cooldown_hours between 1 and 8760),
  enabled boolean not null default true,
  last_triggered_at timestamptz(3),
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id)
);

-- Incoming webhooks of chat programs that get the weekly digest and alerts.
create table notification_channel (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('slack', 'teams', 'discord')),
  name text not null,
  -- Encrypted, because anyone who has the URL can post.
  url bytea not null,
  url_hint text not null,
  weekly_digest boolean not null,
  alerts boolean not null,
  digest_week date,
  last_success_at timestamptz(3),
  error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);

-- Written with the change it reports; a worker posts it afterwards.
create table channel_message (
  org_id text collate "C" not null,
  id uuid not null,
  channel_id uuid not null,
  message json not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, channel_id) references notification_channel (org_id, id) on delete cascade
);
create index channel_message_due on channel_message (next_attempt_at);
create index channel_message_channel on channel_message (org_id, channel_id);
