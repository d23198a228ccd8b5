-- Opportunities, initiatives and projects.

create table initiative (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  title text not null,
  slug text collate "C" not null,
  description text,
  goal text,
  status text collate "C" not null default 'draft'
    check (status in ('draft', 'exploring', 'building', 'ready_to_act', 'completed', 'archived')),
  owner_id text collate "C" references app_user (id),
  last_generated_at timestamptz(3),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, slug),
  check ((status = 'archived') = (archived_at is not null))
);
create index initiative_status on initiative (org_id, status, id);
create index initiative_updated on initiative (org_id, updated_at, id);

-- as in the baseline: create table initiative_section

-- as in the baseline: create table initiative_segment

-- as in the baseline: create table initiative_insight

-- as in the baseline: create table initiative_status_change

-- as in the baseline: create table opportunity_snapshot

create table opportunity (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  title text not null,
  slug text collate "C" not null,
  summary text,
  problem_statement text,
  category text collate "C" not null check (category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES',
    'BUGS_AND_ERRORS')),
  status text collate "C" not null default 'active' check (status in ('active', 'archived')),
  origin text collate "C" not null default 'manual' check (origin in ('pipeline', 'manual', 'competitor')),
  source_type text,
  source_id text,
  owner_id text collate "C" references app_user (id),
  initiative_id uuid,
  snapshot_id uuid,
  -- Measures of the live evidence, taken at measured_at.
  insight_count integer not null default 0 check (insight_count >= 0),
  contact_count integer not null default 0 check (contact_count >= 0),
  positive_count integer not null default 0 check (positive_count >= 0),
  negative_count integer not null default 0 check (negative_count >= 0),
  neutral_count integer not null default 0 check (neutral_count >= 0),
  source_type_count integer not null default 0 check (source_type_count >= 0),
  freshness double precision not null default 0 check (freshness between 0 and 1),
  segment_weight double precision not null default 0 check (segment_weight between 0 and 10),
  trend text collate "C" not null default 'flat' check (trend in ('rising', 'falling', 'flat')),
  first_seen_at timestamptz(3),
  last_evidence_at timestamptz(3),
  measured_at timestamptz(3) not null default now(),
  -- Computed from the measures of the whole category.
  impact_score real not null default 0 check (impact_score between 0 and 100),
  impact_factors json not null default '[]',
  rank integer check (rank >= 1),
  previous_rank integer check (previous_rank >= 1),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, slug),
  foreign key (org_id, initiative_id) references initiative (org_id, id),
  foreign key (org_id, snapshot_id) references opportunity_snapshot (org_id, id),
  check ((status = 'archived') = (archived_at is not null)),
  check (status = 'active' or rank is null)
);
create index opportunity_rank on opportunity (org_id, coalesce(rank, 2147483647), category, id);
create index opportunity_category on opportunity (org_id, category, id) where status = 'active';
create index opportunity_initiative on opportunity (org_id, initiative_id, id) where initiative_id is not null;
create unique index opportunity_source on opportunity (org_id, source_type, source_id) where source_id is not null;

-- as in the baseline: create table opportunity_segment

-- as in the baseline: create table opportunity_subtheme

-- as in the baseline: create table opportunity_insight

create table project (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  title text not null,
  slug text collate "C" not null,
  description text,
  status text collate "C" not null default 'not_started'
    check (status in ('not_started', 'in_progress', 'completed', 'archived')),
  status_before_archive text collate "C" check (status_before_archive in ('not_started', 'in_progress', 'completed')),
  initiative_id uuid,
  owner_id text collate "C" references app_user (id),
  start_date date,
  target_date date,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  archived_at timestamptz(3),
  created_by text collate "C" not null references app_user (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, slug),
  foreign key (org_id, initiative_id) references initiative (org_id, id),
  check ((status = 'archived') = (archived_at is not null)),
  check ((status = 'archived') = (status_before_archive is not null)),
  check (target_date >= start_date)
);
create index project_status on project (org_id, status, id);
create index project_updated on project (org_id, updated_at, id);
create index project_initiative on project (org_id, initiative_id, id) where initiative_id is not null;
create index project_owner on project (org_id, owner_id, id) where owner_id is not null;

-- as in the baseline: create table project_section

-- as in the baseline: create table project_link

-- as in the baseline: create table project_status_change

-- as in the baseline: create table project_insight

-- as in the baseline: create table opportunity_project

-- as in the baseline: create table evidence_story
