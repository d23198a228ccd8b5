-- Who there is: the installation, people, organizations, keys, and the answers kept for replay.

create table installation (
  singleton boolean primary key default true check (singleton),
  secret text not null,
  created_at timestamptz(3) not null default now()
);

-- People and their sign-ins (the columns better-auth works on).
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
  updated_at timestamptz(3) not null default now()
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

-- One row per idempotency key that led to a committed 2xx.
create table idempotency (
  org_id text collate "C" not null references organization (id) on delete cascade,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, key)
);
create index idempotency_age on idempotency (created_at);
