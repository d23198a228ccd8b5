-- Verdicts on completed Projects as they were given, each once.
create table project_outcome (
  org_id text collate "C" not null,
  project_id uuid not null,
  -- The day on which the Project was completed; completed again, it gets new verdicts.
  date date not null,
  weeks_after integer not null,
  verdict text collate "C" not null check (verdict in ('improved', 'worse', 'no_change', 'too_little')),
  decided_at timestamptz(3) not null default now(),
  primary key (org_id, project_id, date, weeks_after),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);
create index project_outcome_decided on project_outcome (org_id, decided_at);
-- Finds the Projects that may be due for a verdict.
create index project_completed on project (org_id, completed_at) where status = 'completed';
