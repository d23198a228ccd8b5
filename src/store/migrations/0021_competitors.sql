-- What is said about competitors, apart from what one's own customers say. Readers follow competitor_graph.version, so a graph is seen whole or not at all.

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

-- One research or check-in at a time in an organization, whoever asks.
create unique index job_of_competitors on job (org_id) where type in ('competitor_research', 'competitor_checkin') and status in ('queued', 'running');
create index job_of_competitors_last on job (org_id, id) where type in ('competitor_research', 'competitor_checkin');

-- What came of each source in a job; a job that is taken up again goes on where it was.
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

-- Where reviews of a competitor come from, and what the source says of itself.
create table competitor_source (
  org_id text collate "C" not null,
  competitor_id uuid not null,
  source text collate "C" not null,
  source_type text collate "C" not null check (source_type in ('review', 'reddit', 'linkedin', 'forum', 'app_store', 'import')),
  url text,
  rating json,
  collected_at timestamptz(3) not null default now(),
  primary key (org_id, competitor_id, source),
  foreign key (org_id, competitor_id) references competitor (org_id, id) on delete cascade
);

-- Kept for good; the key is the source's own id, or a digest of the words where it has none.
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

-- A whole graph; written once, never changed.
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
  category text collate "C" not null check (category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')),
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
  category text collate "C" not null check (category in ('PAIN_POINTS', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')),
  impact_score real not null,
  document json not null,
  primary key (org_id, version, id),
  foreign key (org_id, version, subtheme_id) references competitor_subtheme (org_id, version, id) on delete cascade
);

-- Which insights a version holds, and where in it they are.
create table competitor_member (
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
create index competitor_member_subtheme on competitor_member (org_id, version, subtheme_id, insight_id) where subtheme_id is not null;
create index competitor_member_teaser on competitor_member (org_id, version, teaser_id, insight_id) where teaser_id is not null;

-- The one row that says which version is the graph, and when the next check-in is due.
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
  status text collate "C" not null default 'scheduled' check (status in ('scheduled', 'running', 'completed', 'failed', 'skipped')),
  cadence text collate "C" not null,
  scheduled_for timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  job_id uuid,
  error_code text,
  snapshot json,
  -- Ranks and scores at the end of the run, which the next one compares itself with.
  standing json,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create index competitor_checkin_open on competitor_checkin (org_id, job_id) where status in ('scheduled', 'running');

-- What competitors' customers say in support of an opportunity; only ever added to.
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
