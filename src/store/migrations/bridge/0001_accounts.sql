-- The installation, users and their sign-ins, organizations, API keys, and what is kept for each of them.

create table installation (
  singleton boolean primary key default true check (singleton),
  secret text not null,
  created_at timestamptz(3) not null default now()
);

-- Columns of the user_* tables are those that better-auth reads and writes.
create table app_user (
  id text collate "C" primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table user_session (
  id text collate "C" primary key,
  token text not null unique,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  active_org_id text collate "C",
  ip_address text,
  user_agent text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index user_session_user on user_session (user_id);

create table user_account (
  id text collate "C" primary key,
  account_id text not null,
  provider_id text not null,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index user_account_user on user_account (user_id);

create table user_verification (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index user_verification_identifier on user_verification (identifier);

create table organization (
  id text collate "C" primary key,
  name text not null,
  api_enabled boolean not null default false,
  api_admins boolean not null default true,
  api_members boolean not null default false,
  api_read boolean not null default true,
  api_write boolean not null default true,
  feature_competitors boolean not null default false,
  feature_subthemes boolean not null default true,
  feature_segments boolean not null default true,
  credits bigint check (credits >= 0),
  is_demo boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Feedback that matches one of these is stored but not analyzed.
  internal_domains text[] not null default '{}',
  ignored_sources text[] not null default '{}',
  min_feedback_length integer not null default 0 check (min_feedback_length between 0 and 1000)
);

create table membership (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  user_id text collate "C" not null references app_user (id),
  role text not null check (role in ('admin', 'member')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  last_active_at timestamptz(3),
  joined_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, user_id)
);
create index membership_user on membership (user_id);

create table invitation (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('admin', 'member')),
  token_hash bytea not null unique,
  invited_by text collate "C" not null references app_user (id),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);

create table api_key (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  user_id text collate "C" not null references app_user (id),
  name text not null,
  hash bytea not null unique,
  hint text not null,
  can_read boolean not null,
  can_write boolean not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_reason text,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index api_key_user on api_key (org_id, user_id);

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

-- Named views of the web app: private to their owner unless shared with the organization.
create table saved_view (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  name text not null,
  path text not null,
  pinned boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  shared boolean not null default false,
  primary key (org_id, id)
);
create index saved_view_user on saved_view (org_id, user_id, id);
create index saved_view_shared on saved_view (org_id, id) where shared;

-- What an AI assistant reads about an organization before it calls any tool.
create table context_profile (
  org_id text collate "C" not null primary key references organization (id) on delete cascade,
  -- json keeps the document as it was sent; jsonb would reorder its keys.
  document json not null,
  updated_at timestamptz(3) not null default now()
);

create table context_entry (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  kind text collate "C" not null check (kind in ('fact', 'decision', 'constraint', 'terminology')),
  title text not null,
  content text not null,
  pinned boolean not null default false,
  expires_at timestamptz(3),
  author_id text collate "C" references app_user (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id)
);
create index context_entry_live on context_entry (org_id, pinned, id) where deleted_at is null;
create index context_entry_updated on context_entry (org_id, updated_at, id);
