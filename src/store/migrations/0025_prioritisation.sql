-- What a team decides about an opportunity, and the score of its own scoring method.
alter table opportunity
  -- Weeks of one person.
  add column effort double precision check (effort > 0),
  add column confidence integer check (confidence between 0 and 100),
  add column target_date date,
  -- The place in the order of the team: a horizon, and within it a fraction as digits.
  add column horizon text collate "C" check (horizon in ('now', 'next', 'later')),
  add column team_position text collate "C",
  add column ratings jsonb not null default '{}',
  add column account_count integer not null default 0 check (account_count >= 0),
  -- Of a year; null where it is not known or the currencies differ.
  add column account_revenue double precision,
  add column score double precision,
  add column score_terms json not null default '[]',
  add column score_method_id uuid,
  add column score_version integer,
  add constraint opportunity_position check ((horizon is null) = (team_position is null));
create index opportunity_position on opportunity (org_id, horizon, team_position, id) where team_position is not null;

-- How a team scores opportunities; without an active one the impact counts alone.
create table scoring_method (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text collate "C" not null check (kind in ('rice', 'wsjf', 'weighted')),
  factors jsonb not null,
  version integer not null default 1 check (version >= 1),
  active boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create unique index scoring_method_active on scoring_method (org_id) where active;

-- What a version counted, so that a score of it can be explained later.
create table scoring_method_version (
  org_id text collate "C" not null,
  method_id uuid not null,
  version integer not null check (version >= 1),
  factors jsonb not null,
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, method_id, version),
  foreign key (org_id, method_id) references scoring_method (org_id, id) on delete cascade
);
