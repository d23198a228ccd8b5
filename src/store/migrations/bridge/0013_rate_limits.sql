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
