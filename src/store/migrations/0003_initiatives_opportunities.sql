-- What is worth doing: opportunities ranked by their evidence, and the initiatives that answer them.

alter table segment add column weight real not null default 1 check (weight between 0 and 10);

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
  -- Kept as it was sent: jsonb would reorder it.
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

create table initiative_status_change (
  org_id text collate "C" not null,
  initiative_id uuid not null,
  id uuid not null,
  from_status text not null,
  to_status text not null,
  actor_id text collate "C" not null references app_user (id),
  -- The moment itself, not the start of its transaction: changes that waited for each other keep their order.
  at timestamptz(3) not null default clock_timestamp(),
  primary key (org_id, initiative_id, id),
  foreign key (org_id, initiative_id) references initiative (org_id, id) on delete cascade
);

-- One refresh of the whole backlog.
create table opportunity_snapshot (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);

create table opportunity (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  title text not null,
  slug text collate "C" not null,
  summary text,
  problem_statement text,
  category text collate "C" not null check (category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')),
  status text collate "C" not null default 'active' check (status in ('active', 'archived')),
  origin text collate "C" not null default 'manual' check (origin in ('pipeline', 'manual', 'competitor')),
  source_type text,
  source_id text,
  owner_id text collate "C" references app_user (id),
  initiative_id uuid,
  snapshot_id uuid,
  -- Measured from the live evidence at measured_at.
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
  -- Worked out from the measures of the whole category.
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
create index opportunity_of_initiative on opportunity (org_id, initiative_id, id) where initiative_id is not null;
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

create table subtheme (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  theme_id uuid not null,
  name text not null,
  description text,
  insight_count integer not null default 0 check (insight_count >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, theme_id) references theme (org_id, id) on delete cascade
);
create index subtheme_theme on subtheme (org_id, theme_id, id);

create table opportunity_subtheme (
  org_id text collate "C" not null,
  opportunity_id uuid not null,
  subtheme_id uuid not null,
  primary key (org_id, opportunity_id, subtheme_id),
  foreign key (org_id, opportunity_id) references opportunity (org_id, id) on delete cascade,
  foreign key (org_id, subtheme_id) references subtheme (org_id, id) on delete cascade
);
create index opportunity_subtheme_subtheme on opportunity_subtheme (org_id, subtheme_id);

-- Evidence says why it is there and who put it there.
alter table initiative_insight
  add column reason text,
  add column added_by text collate "C" references app_user (id),
  add column added_at timestamptz(3) not null default now(),
  add foreign key (org_id, initiative_id) references initiative (org_id, id) on delete cascade;

alter table opportunity_insight
  add column reason text,
  add column added_by text collate "C" references app_user (id),
  add column added_at timestamptz(3) not null default now(),
  add foreign key (org_id, opportunity_id) references opportunity (org_id, id) on delete cascade;

alter table subtheme_insight
  add foreign key (org_id, subtheme_id) references subtheme (org_id, id) on delete cascade;
