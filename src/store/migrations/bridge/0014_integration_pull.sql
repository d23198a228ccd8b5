-- Providers are folders of the code, so their names are checked there.
alter table integration drop constraint integration_provider_check;
alter table integration add constraint integration_provider_check check (provider ~ '^[a-z0-9][a-z0-9_-]{0,63}$');

-- What Earshot fetches from a provider, and how far it has come.
create table integration_pull (
  org_id text collate "C" not null,
  integration_id uuid not null,
  -- Encrypted JSON; null once disconnected.
  credential bytea,
  credential_hint text,
  -- Encrypted JSON: the access token that was obtained with the credential.
  token bytea,
  paused boolean not null default false,
  -- Items older than this are not fetched.
  since timestamptz(3) not null,
  -- Position in each stream, as its provider defines it.
  cursors jsonb not null default '{}',
  -- The time of the newest item that was reached, for the progress of the backfill.
  reached_at timestamptz(3),
  backfilled_at timestamptz(3),
  -- The job that may write; a later one takes over.
  job_id uuid,
  total bigint,
  fetched bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  deleted bigint not null default 0,
  rejected bigint not null default 0,
  requests bigint not null default 0,
  last_success_at timestamptz(3),
  error_code text collate "C",
  error_message text,
  error_action text,
  error_at timestamptz(3),
  primary key (org_id, integration_id),
  foreign key (org_id, integration_id) references integration (org_id, id) on delete cascade
);
