-- What programs asked for and what they were told, so that every process shows the same. Written in batches; nothing refers to it.

create table api_request (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  key_id uuid not null,
  user_id text collate "C" not null,
  method text collate "C" not null,
  -- The route, without what was asked for.
  path text collate "C" not null,
  status smallint not null,
  code text collate "C",
  duration_ms integer not null,
  request_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (org_id, id)
);
