-- The score that each organization was last told of, and when it was last looked at.

create table nps_told (
  org_id text collate "C" not null references organization (id) on delete cascade,
  score integer,
  responses integer not null,
  looked_at timestamptz(3) not null default now(),
  primary key (org_id)
);
