-- The second factor of a person: codes of an app (TOTP), and recovery codes for when the app is lost.
create table user_second_factor (
  user_id text collate "C" primary key references app_user (id) on delete cascade,
  -- Names this set-up: browsers that need no code are bound to it.
  setup uuid not null,
  -- Encrypted with the key of the installation.
  secret bytea not null,
  -- Digests of those that were not used yet.
  recovery_codes bytea[] not null default '{}',
  -- The time step of the last code that was accepted, so that none is accepted twice.
  last_step bigint,
  -- Null until the first code has shown that the app is set up.
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

-- Members without a second factor set one up before anything else; only an admin changes it.
alter table organization add column require_second_factor boolean not null default false;

-- The provider of single sign-on asks for its own second factor. Updated every few minutes while a session is used.
alter table user_session
  add column single_sign_on boolean not null default false,
  add column last_used_at timestamptz(3);
