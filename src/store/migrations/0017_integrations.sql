-- Other systems that send in what they know, and the log of what they sent.

create table integration (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  provider text collate "C" not null check (provider in ('zendesk', 'intercom', 'slack', 'linear', 'jira', 'generic')),
  name text not null,
  status text collate "C" not null default 'pending' check (status in ('pending', 'connected', 'degraded', 'error', 'disabled')),
  -- The address it sends to; who may send is settled by the signature.
  token text collate "C" not null unique,
  -- What its records name as their source; one of a kind, so that equal ids of two senders never meet.
  source text collate "C" not null check (source ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  config jsonb not null default '{}',
  mapping jsonb,
  -- Sealed; gone once disconnected.
  secret bytea,
  secret_hint text,
  previous_secret bytea,
  previous_until timestamptz(3),
  sync_enabled boolean not null default false,
  sync_frequency text collate "C" not null default 'daily' check (sync_frequency in ('hourly', 'daily', 'weekly')),
  last_run_at timestamptz(3),
  next_run_at timestamptz(3),
  received bigint not null default 0,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  rejected bigint not null default 0,
  -- How many deliveries in a row were refused.
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

create table integration_event (
  org_id text collate "C" not null,
  integration_id uuid not null,
  id uuid not null,
  -- As the sender names the delivery.
  delivery_id text,
  -- A delivery that was taken in holds its name and what was signed, so that neither is taken in again.
  claim text collate "C",
  digest bytea,
  type text,
  status text collate "C" not null check (status in ('accepted', 'duplicate', 'ignored', 'rejected')),
  reason text collate "C",
  detail text,
  records jsonb not null default '[]',
  -- Byte for byte as it came; kept for a while, so that it can be replayed.
  body bytea,
  replay_of_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, integration_id, id),
  foreign key (org_id, integration_id) references integration (org_id, id) on delete cascade
);
create unique index integration_event_claim on integration_event (org_id, integration_id, claim) where claim is not null;
create unique index integration_event_digest on integration_event (org_id, integration_id, digest) where digest is not null;
create index integration_event_status on integration_event (org_id, integration_id, status, id);
create index integration_event_age on integration_event using brin (created_at);

-- What was said in a thread, one by one, so that an edit or a late reply finds its place.
create table thread_message (
  org_id text collate "C" not null,
  integration_id uuid not null,
  thread text collate "C" not null,
  message_id text collate "C" not null,
  author text,
  body text not null,
  said_at timestamptz(3) not null,
  primary key (org_id, integration_id, thread, message_id),
  foreign key (org_id, integration_id) references integration (org_id, id) on delete cascade
);

create index project_link_id on project_link (org_id, provider, external_id);
create index project_link_key on project_link (org_id, provider, external_key);
