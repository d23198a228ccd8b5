-- Work that outlives its request: what the world sees of it. Who runs it when is the queue's business.

create table job (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  type text collate "C" not null,
  status text collate "C" not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed', 'cancelled')),
  stage text,
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  error_code text,
  error_message text,
  resource_type text,
  resource_id uuid,
  payload jsonb not null default '{}',
  -- Which start of the work this is; only the newest one may write.
  attempts integer not null default 0,
  -- How often it threw; the queue's entry of an earlier count is void.
  failures integer not null default 0,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (org_id, id)
);
create index job_resource on job (org_id, resource_id, id) where resource_id is not null;
create index job_finished on job (finished_at) where finished_at is not null;
