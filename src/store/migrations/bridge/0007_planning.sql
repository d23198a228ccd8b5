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

create table initiative_section (
  org_id text collate "C" not null,
  initiative_id uuid not null,
  key text collate "C" not null check (key ~ '^[a-z][a-z0-9_]{0,63}$'),
  content text not null,
  -- json keeps the document as it was sent; jsonb would reorder its keys.
  metadata json,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by text collate "C" references app_user (id),
  primary key (org_id, initiative_id, key),
  foreign key (org_id, initiative_id) references initiative (org_id, id) on delete cascade
);

create table initiative_segment (
  org_id text collate "C" not null,
  initiative_id uuid not null,
  segment_id uuid not null,
  primary key (org_id, initiative_id, segment_id),
  foreign key (org_id, initiative_id) references initiative (org_id, id) on delete cascade,
  foreign key (org_id, segment_id) references segment (org_id, id) on delete cascade
);
create index initiative_segment_segment on initiative_segment (org_id, segment_id);

create table initiative_insight (
  org_id text collate "C" not null,
  initiative_id uuid not null,
  insight_id uuid not null,
  reason text,
  added_by text collate "C" references app_user (id),
  added_at timestamptz(3) not null default now(),
  primary key (org_id, initiative_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade,
  foreign key (org_id, initiative_id) references initiative (org_id, id) on delete cascade
);
create index initiative_insight_insight on initiative_insight (org_id, insight_id);

create table initiative_status_change (
  org_id text collate "C" not null,
  initiative_id uuid not null,
  id uuid not null,
  from_status text not null,
  to_status text not null,
  actor_id text collate "C" not null references app_user (id),
  -- clock_timestamp, not the start of the transaction: changes that waited for each other keep their order.
  at timestamptz(3) not null default clock_timestamp(),
  primary key (org_id, initiative_id, id),
  foreign key (org_id, initiative_id) references initiative (org_id, id) on delete cascade
);

-- One refresh of the backlog: its size, and how many opportunities are new or have another rank.
create table opportunity_snapshot (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  created_at timestamptz(3) not null default now(),
  opportunity_count integer not null default 0 check (opportunity_count >= 0),
  new_count integer not null default 0 check (new_count >= 0),
  moved_count integer not null default 0 check (moved_count >= 0),
  moves json not null default '[]',
  primary key (org_id, id)
);

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

create table opportunity_segment (
  org_id text collate "C" not null,
  opportunity_id uuid not null,
  segment_id uuid not null,
  primary key (org_id, opportunity_id, segment_id),
  foreign key (org_id, opportunity_id) references opportunity (org_id, id) on delete cascade,
  foreign key (org_id, segment_id) references segment (org_id, id) on delete cascade
);
create index opportunity_segment_segment on opportunity_segment (org_id, segment_id);

create table opportunity_subtheme (
  org_id text collate "C" not null,
  opportunity_id uuid not null,
  subtheme_id uuid not null,
  primary key (org_id, opportunity_id, subtheme_id),
  foreign key (org_id, opportunity_id) references opportunity (org_id, id) on delete cascade,
  foreign key (org_id, subtheme_id) references subtheme (org_id, id) on delete cascade
);
create index opportunity_subtheme_subtheme on opportunity_subtheme (org_id, subtheme_id);

create table opportunity_insight (
  org_id text collate "C" not null,
  opportunity_id uuid not null,
  insight_id uuid not null,
  reason text,
  added_by text collate "C" references app_user (id),
  added_at timestamptz(3) not null default now(),
  primary key (org_id, opportunity_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade,
  foreign key (org_id, opportunity_id) references opportunity (org_id, id) on delete cascade
);
create index opportunity_insight_insight on opportunity_insight (org_id, insight_id);

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

create table project_section (
  org_id text collate "C" not null,
  project_id uuid not null,
  key text collate "C" not null check (key ~ '^[a-z][a-z0-9_]{0,63}$'),
  title text not null,
  content text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by text collate "C" not null references app_user (id),
  primary key (org_id, project_id, key),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);

-- The issue of a project in an external tracker; nothing is ever sent there.
create table project_link (
  org_id text collate "C" not null,
  project_id uuid not null,
  provider text collate "C" not null check (provider in ('linear', 'jira')),
  external_id text,
  external_key text,
  external_url text not null check (external_url like 'https://%'),
  display_title text not null,
  -- json keeps the document as it was sent; jsonb would reorder its keys.
  metadata json,
  state text,
  linked_by text collate "C" not null references app_user (id),
  linked_at timestamptz(3) not null default now(),
  refreshed_at timestamptz(3),
  primary key (org_id, project_id, provider),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade,
  check (external_id is not null or external_key is not null)
);
create index project_link_provider on project_link (org_id, provider, project_id);
create index project_link_id on project_link (org_id, provider, external_id);
create index project_link_key on project_link (org_id, provider, external_key);

create table project_status_change (
  org_id text collate "C" not null,
  project_id uuid not null,
  id uuid not null,
  from_status text collate "C" not null,
  to_status text collate "C" not null,
  actor_id text collate "C" not null references app_user (id),
  -- See initiative_status_change.
  at timestamptz(3) not null default clock_timestamp(),
  primary key (org_id, project_id, id),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);

create table project_insight (
  org_id text collate "C" not null,
  project_id uuid not null,
  insight_id uuid not null,
  id uuid not null default gen_random_uuid(),
  reason text,
  assigned_by text collate "C" references app_user (id),
  assigned_at timestamptz(3) not null default now(),
  primary key (org_id, project_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade,
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);
create index project_insight_insight on project_insight (org_id, insight_id);
create index project_insight_assigned on project_insight (org_id, project_id, assigned_at, id);

-- The opportunities that a project implements.
create table opportunity_project (
  org_id text collate "C" not null,
  opportunity_id uuid not null,
  project_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, opportunity_id, project_id),
  foreign key (org_id, opportunity_id) references opportunity (org_id, id) on delete cascade,
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);
create index opportunity_project_project on opportunity_project (org_id, project_id, opportunity_id);

create table evidence_story (
  org_id text collate "C" not null,
  project_id uuid not null,
  id uuid not null,
  status text collate "C" not null check (status in ('running', 'ready', 'failed')),
  title text not null,
  narrative json not null,
  key_findings json not null,
  quotes json not null,
  counter_evidence json not null,
  stats json not null,
  engine text collate "C" not null check (engine in ('extractive', 'llm')),
  -- Digest of the evidence it was generated from; the story is stale when the current digest differs.
  evidence_digest bytea not null,
  generated_by text collate "C" not null references app_user (id),
  generated_at timestamptz(3) not null default clock_timestamp(),
  job_id uuid,
  primary key (org_id, project_id, id),
  foreign key (org_id, project_id) references project (org_id, id) on delete cascade
);
