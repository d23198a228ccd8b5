-- What a refresh of the backlog found: how much there was, and what was new or had moved.
alter table opportunity_snapshot
  add column opportunity_count integer not null default 0 check (opportunity_count >= 0),
  add column new_count integer not null default 0 check (new_count >= 0),
  add column moved_count integer not null default 0 check (moved_count >= 0),
  add column moves json not null default '[]';
