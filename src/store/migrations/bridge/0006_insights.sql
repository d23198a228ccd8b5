-- Insights, quotes, themes and subthemes, and the working tables of the analysis.

-- as in the baseline: create table category

create table theme (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  color text not null,
  notes text,
  definition text,
  origin text not null default 'manual' check (origin in ('manual', 'auto')),
  insight_count integer not null default 0 check (insight_count >= 0),
  merged_into_id uuid,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Named or described by a user: the analysis assigns insights to it and does not change it.
  pinned boolean not null default false,
  -- Holds the insights that match no other theme. A flag, because its name can be changed and be given to other themes.
  is_catch_all boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, merged_into_id) references theme (org_id, id)
);
create unique index theme_name on theme (org_id, lower(name)) where archived_at is null and merged_into_id is null;
create index theme_updated on theme (org_id, updated_at, id);

create table subtheme (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  theme_id uuid not null,
  name text not null,
  description text,
  insight_count integer not null default 0 check (insight_count >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  segment_id uuid,
  positive_count integer not null default 0,
  negative_count integer not null default 0,
  neutral_count integer not null default 0,
  synthesized_at timestamptz(3) not null default now(),
  -- The embedding model of the centroid; the centroid is relative to the mean in embedding_space.
  model text collate "C",
  centroid bytea,
  primary key (org_id, id),
  foreign key (org_id, theme_id) references theme (org_id, id) on delete cascade,
  foreign key (org_id, segment_id) references segment (org_id, id)
);
create index subtheme_theme on subtheme (org_id, theme_id, id);
create index subtheme_insight_count on subtheme (org_id, insight_count desc, id);

-- as in the baseline: create table theme_proposal

-- as in the baseline: create function insight_document

-- No foreign keys to organization, feedback and contact: every writer has looked them up or just inserted them, they
-- are only deleted with their organization, and each check would lock the referenced row.
create table insight (
  org_id text collate "C" not null,
  id uuid not null,
  name text not null,
  sentiment text collate "C" not null check (sentiment in ('POSITIVE', 'NEGATIVE', 'NEUTRAL')),
  category text collate "C" not null check (category in ('PAIN_POINTS', 'DELIGHTS', 'GENERAL_FEEDBACK',
    'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS')),
  quote text,
  description text,
  confidence real check (confidence between 0 and 1),
  origin text not null default 'manual' check (origin in ('auto', 'manual', 'imported')),
  status text not null default 'active' check (status in ('active', 'dismissed')),
  feedback_id uuid,
  contact_id uuid,
  user_email text,
  user_name text,
  interview_date date,
  source text,
  source_type text,
  source_url text,
  language text,
  segment_ids uuid[] not null default '{}',
  tags text[] not null default '{}',
  -- Copy of the links in insight_theme, so that a page of insights needs no look-up per row.
  theme_ids uuid[] not null default '{}',
  superseded_by_id uuid,
  merged_into_id uuid,
  edited_by_human boolean not null default false,
  occurred_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  live boolean not null generated always as (deleted_at is null and superseded_by_id is null
    and status = 'active') stored,
  document text not null generated always as (insight_document(id, name, sentiment, category, quote, created_at,
    updated_at)) stored,
  -- Set by a user; otherwise an insight has the segments of its contact.
  segments_overridden boolean not null default false,
  -- Version of the analysis that created it; null when a user did.
  analysis_version text collate "C",
  search_vector tsvector generated always as (to_search_vector(name, quote, description)) stored,
  primary key (org_id, id),
  foreign key (org_id, superseded_by_id) references insight (org_id, id),
  foreign key (org_id, merged_into_id) references insight (org_id, id)
);
-- A page of one sentiment is found within a few hundred rows of the primary key: there are only three.
create index insight_category on insight (org_id, category, id) where live;
create index insight_occurred on insight (org_id, occurred_at, id) where live;
create index insight_confidence on insight (org_id, coalesce(confidence, -1), id) where live;
create index insight_updated on insight (org_id, updated_at, id);
create index insight_contact on insight (contact_id, org_id, id) where contact_id is not null;
create index insight_feedback on insight (feedback_id, org_id, id) where feedback_id is not null;
create index insight_unthemed on insight (org_id, id) where live and theme_ids = '{}';
create index insight_segments on insight using gin (segment_ids) where live;
create index insight_search on insight using gin ((array[org_id]), search_vector) with (gin_pending_list_limit = 512);
-- No query filters by these columns: see feedback.
alter table insight alter name set statistics 0, alter quote set statistics 0, alter description set statistics 0,
  alter document set statistics 0, alter source_url set statistics 0;

-- as in the baseline: create table insight_theme

create table subtheme_insight (
  org_id text collate "C" not null,
  subtheme_id uuid not null,
  insight_id uuid not null,
  primary key (org_id, subtheme_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade,
  foreign key (org_id, subtheme_id) references subtheme (org_id, id) on delete cascade
);
create index subtheme_insight_insight on subtheme_insight (org_id, insight_id);

-- as in the baseline: create table quote

-- Embeddings, one signed byte a dimension; only vectors of the same model are compared. No foreign keys: see insight.
create table insight_vector (
  org_id text collate "C" not null,
  insight_id uuid not null,
  model text collate "C" not null,
  vector bytea not null,
  -- Null until the insight was compared with the subthemes.
  clustered_at timestamptz(3),
  primary key (org_id, insight_id)
);
create index insight_vector_unclustered on insight_vector (org_id, insight_id) where clustered_at is null;
-- Vectors of the static model, which bulk loads use; they are computed again with the full model later.
create index insight_vector_static on insight_vector (org_id, insight_id) where model = 'gte-small-static';
alter table insight_vector alter vector set statistics 0;

-- as in the baseline: create table embedding_space

-- Feedback claimed by an analysis job, one row for each job and batch: claiming an item does not update the item and
-- its indexes.
create table analysis_claim (
  org_id text collate "C" not null,
  job_id uuid not null,
  feedback_ids uuid[] not null,
  -- Batches of an organization are claimed one after the other: of two with the same text the later one sees the
  -- earlier one.
  claimed_at timestamptz not null,
  primary key (org_id, job_id),
  foreign key (org_id, job_id) references job (org_id, id) on delete cascade
);

-- as in the baseline: create table analysis_watermark
