-- The installation, users and their sign-ins, organizations with their members and keys, and what people keep there.

create table installation (
  singleton boolean primary key default true check (singleton),
  secret text not null,
  created_at timestamptz(3) not null default now(),
  -- Recognizes the keys that stored secrets are encrypted with, so that a start with another key is refused.
  key_checks text[]
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
  is_demo boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Feedback that matches one of these is stored but not analyzed.
  internal_domains text[] not null default '{}',
  ignored_sources text[] not null default '{}',
  min_feedback_length integer not null default 0 check (min_feedback_length between 0 and 1000),
  -- Whether members may send mail to contacts; only an admin changes it.
  contact_mail boolean not null default false,
  -- Rules that replace personal values in texts before they are stored: of the organization and, in addition, of
  -- sources.
  masking jsonb not null default '{}',
  -- After how many days texts are deleted, for the organization and for single sources, and what the last run did.
  retention jsonb not null default '{}',
  -- Whether members may accept change sets that they proposed themselves; only an admin changes it.
  accept_own_change_sets boolean not null default false
);

-- The credits of organizations that have a limit; none here means no limit. Beside organization, which every node of a
-- cluster has a copy of, because each write to that one reaches all nodes.
create table credit_balance (
  org_id text collate "C" primary key references organization (id) on delete cascade,
  credits bigint not null check (credits >= 0)
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
  -- Each member chooses the weekly digest; the week that was sent last makes a second message impossible.
  weekly_digest boolean not null default false,
  digest_week date,
  primary key (org_id, id),
  unique (org_id, user_id)
);
create index membership_user on membership (user_id);
create index membership_digest on membership (org_id) where weekly_digest;

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

-- When an API key was last used and a membership last active. Beside their own tables, which every node of a cluster
-- has a copy of, because each write to those reaches all nodes; times before this table are in those tables.
create table last_use (
  id uuid not null,
  org_id text collate "C" not null,
  last_used_at timestamptz(3) not null,
  primary key (id, org_id)
);
create index last_use_organization on last_use (org_id);

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

-- Organizations that are being deleted or were: who asked for it, when, and how many rows of each table are gone.
-- Nothing that the organization wrote is kept here. The members are those whose accounts may go too.
create table organization_deletion (
  id text collate "C" primary key,
  requested_by text collate "C",
  requested_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  members text[] not null,
  user_count integer not null default 0,
  counts jsonb not null default '{}'
);
