-- Programs that ask for access on behalf of a person: they registered themselves, or their id is the URL of a document
-- that describes them. They belong to no organization.
create table oauth_client (
  id text collate "C" primary key,
  name text not null,
  redirect_uris text[] not null,
  -- When a person last allowed access. Those that nobody allowed are deleted after a while.
  granted_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

-- A connected app is a key: the program has its secret for an hour and then gets another one.
alter table api_key
  add column client_id text,
  add column redirect_host text,
  add constraint api_key_app check ((client_id is null) = (redirect_host is null));

-- What a program exchanges, once, for the secret of the key: the code after the consent, then each refresh token.
create table app_token (
  org_id text collate "C" not null,
  hash bytea not null,
  app_id uuid not null,
  kind text collate "C" not null check (kind in ('code', 'refresh')),
  -- Of the code: what the exchange must present again.
  redirect_uri text,
  code_challenge text,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (org_id, hash),
  foreign key (org_id, app_id) references api_key (org_id, id) on delete cascade
);
create index app_token_app on app_token (org_id, app_id);
create index app_token_expires on app_token (expires_at);
