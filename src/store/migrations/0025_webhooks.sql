-- Who is told of what happens, what was sent to them and how it went; and what people want to be told of only when it matters.

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
  secret text not null,
  -- Signs beside the new one for a while after a rotation.
  previous_secret text,
  previous_secret_until timestamptz(3),
  -- The last event that was looked at; those after it are still to be told.
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
  primary key (org_id, id)
);
create index webhook_active on webhook (org_id, id) where status = 'active' and deleted_at is null;

create table webhook_delivery (
  org_id text collate "C" not null,
  id uuid not null,
  webhook_id uuid not null,
  -- What is told; of a test it is the delivery itself, and what it says is in the payload.
  event_id uuid not null,
  event_type text collate "C" not null,
  payload json,
  is_test boolean not null default false,
  replay_of uuid,
  status text collate "C" not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Which sending this is; only the newest one may say how it went.
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
-- However often the same events are gone through, each is told once.
create unique index webhook_delivery_once on webhook_delivery (org_id, webhook_id, event_id) where replay_of is null;
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where status = 'pending';
create index webhook_delivery_of on webhook_delivery (org_id, webhook_id, id);
create index webhook_delivery_age on webhook_delivery using brin (created_at);

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
