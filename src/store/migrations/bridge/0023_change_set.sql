-- Writes that were proposed together. `changes` has the writes and what they would have changed.
create table change_set (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  title text not null,
  description text,
  status text collate "C" not null default 'proposed' check (status in ('proposed', 'accepted', 'rejected')),
  changes json not null,
  change_count integer not null,
  created_by text collate "C" references app_user (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  decided_by text collate "C" references app_user (id) on delete set null,
  decided_at timestamptz(3),
  primary key (org_id, id)
);
create index change_set_status on change_set (org_id, status, id desc);

-- The change set whose acceptance caused the event.
alter table event add column change_set_id uuid;
