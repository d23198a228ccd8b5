-- Competitors, their reviews, and the graph that is built from them. Readers follow competitor_graph.version, so they
-- see one complete version.

create table competitor (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  domain text collate "C" not null,
  description text,
  added_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, domain)
);

-- Result of each source in a research job; a restarted job continues with the sources that are missing.
create table competitor_source_report (
  org_id text collate "C" not null,
  job_id uuid not null,
  competitor_id uuid not null,
  source text collate "C" not null,
  status text collate "C" not null check (status in ('collected', 'unavailable', 'skipped')),
  reviews_collected integer not null default 0 check (reviews_collected >= 0),
  reviews_new integer not null default 0 check (reviews_new between 0 and reviews_collected),
  error text,
  primary key (org_id, job_id, competitor_id, source),
  foreign key (org_id, job_id) references job (org_id, id) on delete cascade,
  foreign key (org_id, competitor_id) references competitor (org_id, id) on delete cascade
);

-- Where the reviews of a competitor come from, with the overall rating shown there.
create table competitor_source (
  org_id text collate "C" not null,
  competitor_id uuid not null,
  source text collate "C" not null,
  source_type text collate "C" not null check (source_type in ('review', 'reddit', 'linkedin', 'forum', 'app_store',
    'import')),
  url text,
  rating json,
  collected_at timestamptz(3) not null default now(),
  primary key (org_id, competitor_id, source),
  foreign key (org_id, competitor_id) references competitor (org_id, id) on delete cascade
);

-- Never deleted by a later run. external_id is the id given by the source, or a digest of the text.
create table competitor_review (
  org_id text collate "C" not null,
  id uuid not null,
  competitor_id uuid not null,
  source text collate "C" not null,
  source_type text collate "C" not null,
  external_id text collate "C" not null,
  title text,
  content text not null,
  rating real check (rating between 0 and 1),
  url text,
  parent_text text,
  thread_role text collate "C" not null check (thread_role in ('post', 'comment', 'reply')),
  published_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, competitor_id, source, external_id),
  foreign key (org_id, competitor_id) references competitor (org_id, id) on delete cascade
);

create table competitor_insight (
  org_id text collate "C" not null,
  id uuid not null,
  competitor_id uuid not null,
  review_id uuid not null,
  name text not null,
  sentiment text collate "C" not null check (sentiment in ('POSITIVE', 'NEGATIVE', 'NEUTRAL')),
  category text collate "C" not null,
  quote text not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, competitor_id) references competitor (org_id, id) on delete cascade,
  foreign key (org_id, review_id) references competitor_review (org_id, id) on delete cascade
);
create index competitor_insight_review on competitor_insight (org_id, review_id);

-- One complete version of the graph; immutable.
create table competitor_version (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  job_id uuid,
  overview json not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);

create table competitor_record (
  org_id text collate "C" not null,
  version uuid not null,
  competitor_id uuid not null,
  position integer not null,
  summary json not null,
  detail json not null,
  primary key (org_id, version, competitor_id),
  foreign key (org_id, version) references competitor_version (org_id, id) on delete cascade,
  foreign key (org_id, competitor_id) references competitor (org_id, id) on delete cascade
);

create table competitor_subtheme (
  org_id text collate "C" not null,
  version uuid not null,
  id uuid not null,
  rank integer not null check (rank >= 0),
  name text not null,
  category text collate "C" not null check (category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES',
    'BUGS_AND_ERRORS')),
  document json not null,
  primary key (org_id, version, id),
  foreign key (org_id, version) references competitor_version (org_id, id) on delete cascade
);

create table competitor_teaser (
  org_id text collate "C" not null,
  version uuid not null,
  id uuid not null,
  subtheme_id uuid not null,
  position integer not null check (position >= 0),
  title text not null,
  category text collate "C" not null check (category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES',
    'BUGS_AND_ERRORS')),
  impact_score real not null,
  document json not null,
  primary key (org_id, version, id),
  foreign key (org_id, version, subtheme_id) references competitor_subtheme (org_id, version, id) on delete cascade
);

-- The insights of a version, with their subtheme and teaser.
create table competitor_version_insight (
  org_id text collate "C" not null,
  version uuid not null,
  insight_id uuid not null,
  subtheme_id uuid,
  teaser_id uuid,
  primary key (org_id, version, insight_id),
  foreign key (org_id, version) references competitor_version (org_id, id) on delete cascade,
  foreign key (org_id, insight_id) references competitor_insight (org_id, id) on delete cascade,
  foreign key (org_id, version, subtheme_id) references competitor_subtheme (org_id, version, id) on delete cascade,
  foreign key (org_id, version, teaser_id) references competitor_teaser (org_id, version, id) on delete cascade
);
create index competitor_version_insight_subtheme on competitor_version_insight (org_id, version, subtheme_id,
  insight_id) where subtheme_id is not null;
create index competitor_version_insight_teaser on competitor_version_insight (org_id, version, teaser_id, insight_id)
  where teaser_id is not null;

-- Pointer to the published version, and the schedule of check-ins.
create table competitor_graph (
  org_id text collate "C" primary key references organization (id) on delete cascade,
  version uuid,
  published_at timestamptz(3),
  reviews_per_source integer not null default 30 check (reviews_per_source between 10 and 100),
  checkins_enabled boolean not null default false,
  cadence text collate "C" check (cadence in ('weekly', 'monthly', 'quarterly')),
  next_run_at timestamptz(3),
  checkins_updated_at timestamptz(3),
  checkins_updated_by text collate "C",
  foreign key (org_id, version) references competitor_version (org_id, id),
  check ((version is null) = (published_at is null)),
  check (not checkins_enabled or cadence is not null)
);
create index competitor_graph_due on competitor_graph (next_run_at) where checkins_enabled;

create table competitor_checkin (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  status text collate "C" not null default 'scheduled'
    check (status in ('scheduled', 'running', 'completed', 'failed', 'skipped')),
  cadence text collate "C" not null,
  scheduled_for timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  job_id uuid,
  error_code text,
  snapshot json,
  -- Ranks and scores at the end of the run; the next run compares with them.
  ranking json,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index competitor_checkin_open on competitor_checkin (org_id, job_id) where status in ('scheduled', 'running');

-- Reviews of competitors that support an opportunity; append-only.
create table opportunity_competitor_insight (
  org_id text collate "C" not null,
  opportunity_id uuid not null,
  insight_id uuid not null,
  added_by text collate "C",
  added_at timestamptz(3) not null default now(),
  primary key (org_id, opportunity_id, insight_id),
  foreign key (org_id, opportunity_id) references opportunity (org_id, id) on delete cascade,
  foreign key (org_id, insight_id) references competitor_insight (org_id, id) on delete cascade
);
