-- The installation, users and their sign-ins, organizations, API keys, and what is kept for each of them.

create table installation (
  singleton boolean primary key default true check (singleton),
  secret text not null,
  created_at timestamptz(3) not null default now()
);

-- as in the baseline: create table app_user

-- as in the baseline: create table user_session

-- as in the baseline: create table user_account

-- as in the baseline: create table user_verification

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

-- as in the baseline: create table invitation

-- as in the baseline: create table api_key

-- as in the baseline: create table api_request

-- as in the baseline: create table idempotency

-- as in the baseline: create table mail_outbox

-- as in the baseline: create table saved_view

-- as in the baseline: create table context_profile

-- as in the baseline: create table context_entry
