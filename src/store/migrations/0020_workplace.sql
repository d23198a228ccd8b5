-- What people in the web app keep: which feedback somebody has dealt with, and views under a name of one's own.

create table feedback_triage (
  org_id text collate "C" not null,
  feedback_id uuid not null,
  state text not null check (state in ('snoozed', 'processed', 'dismissed')),
  snoozed_until timestamptz(3),
  triaged_by text collate "C" references app_user (id) on delete set null,
  triaged_at timestamptz(3) not null default now(),
  primary key (org_id, feedback_id),
  foreign key (org_id, feedback_id) references feedback (org_id, id) on delete cascade,
  check ((state = 'snoozed') = (snoozed_until is not null))
);

create table saved_view (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  name text not null,
  path text not null,
  pinned boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index saved_view_user on saved_view (org_id, user_id, id);
