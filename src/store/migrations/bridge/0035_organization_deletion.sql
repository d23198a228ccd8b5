-- Organizations that are being deleted or were: who asked for it, when, and how many rows of each table are gone.
-- Nothing that the organization wrote is kept here. The members are those whose accounts may go too.
create table organization_deletion (
  id text collate "C" primary key,
  requested_by text collate "C",
  requested_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  members text[] not null,
  user_count integer not null default 0,
  counts jsonb not null default '{}'
);
