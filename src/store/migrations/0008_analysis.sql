-- Working tables of the analysis and of the language model, and counts for reports.

-- Embeddings, one signed byte a dimension; only vectors of the same model are compared. No foreign keys: see insight.
create table insight_vector (
  org_id text collate "C" not null,
  insight_id uuid not null,
  model text collate "C" not null,
  vector bytea not null,
  -- Null until the insight was compared with the subthemes.
  clustered_at timestamptz(3),
  -- What the insight is about, as the model says: its product area, and the words that name its topic.
  area text,
  area_probability real,
  mention text,
  primary key (org_id, insight_id)
);
create index insight_vector_unclustered on insight_vector (org_id, insight_id) where clustered_at is null;
-- Vectors of other models than the current one are recomputed in the background.
create index insight_vector_outdated on insight_vector (org_id, insight_id) where model <> 'earshot-small-1';
alter table insight_vector alter vector set statistics 0;

-- Mean of the vectors of an organization, subtracted before vectors are compared; fixed when the first themes are
-- found.
create table embedding_space (
  org_id text collate "C" not null references organization (id) on delete cascade,
  model text collate "C" not null,
  mean bytea not null,
  -- Number of insights without a subtheme after the last clustering.
  unclustered_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- When existing vectors were last computed again with another model; caches of vectors reload after it.
  reembedded_at timestamptz(3),
  primary key (org_id, model)
);

-- Feedback claimed by an analysis job, one row for each job and batch: claiming an item does not update the item and
-- its indexes.
create table analysis_claim (
  org_id text collate "C" not null,
  job_id uuid not null,
  feedback_ids uuid[] not null,
  -- Batches of an organization are claimed one after the other: of two with the same text the later one sees the
  -- earlier one.
  claimed_at timestamptz not null,
  -- A claim that is not renewed belongs to a lost job. Workers that waited for its items could fill all places, and the
  -- lost job, whose turn would have ended their wait, never got one.
  renewed_at timestamptz not null default now(),
  primary key (org_id, job_id),
  foreign key (org_id, job_id) references job (org_id, id) on delete cascade
);

-- Highest feedback id that was ever claimed in an organization. A search for earlier feedback of a contact does not
-- scan the newer feedback that still waits.
create table analysis_watermark (
  org_id text collate "C" primary key,
  latest_id uuid not null
);

-- Texts that a language model has written: the name or the labels of an insight, the name and the notes of a theme, the
-- name and the description of a subtheme, the words of a story. Everything else is by the analysis or a user.
create table language_model_text (
  org_id text collate "C" not null references organization (id) on delete cascade,
  kind text collate "C" not null check (kind in ('insight', 'theme', 'subtheme', 'evidence_story')),
  resource_id uuid not null,
  model text collate "C" not null,
  primary key (org_id, kind, resource_id)
);

-- Objects that wait for the language model. A row of an insight or a story is deleted when it is done; that of a theme
-- or subtheme stays, so that each is named once.
create table language_model_task (
  org_id text collate "C" not null references organization (id) on delete cascade,
  kind text collate "C" not null check (kind in ('insight', 'theme', 'subtheme', 'evidence_story')),
  resource_id uuid not null,
  -- Answers that could not be read.
  invalid_answers integer not null default 0,
  done boolean not null default false,
  primary key (org_id, kind, resource_id)
);
create index language_model_task_open on language_model_task (org_id, kind, resource_id) where not done;

-- The first items of an organization, of which the language model reviews every label; their number is limited.
create table label_review_item (
  org_id text collate "C" not null references organization (id) on delete cascade,
  feedback_id uuid not null,
  primary key (org_id, feedback_id)
);

-- A failing language model is not asked again before this time; the row is deleted with the next answer.
create table language_model_pause (
  org_id text collate "C" primary key references organization (id) on delete cascade,
  failures integer not null,
  retry_at timestamptz(3) not null
);

-- Counts by day, so that no report reads every insight, piece of feedback or NPS response (docs/decisions/0022).
-- `series` says what is counted by which value; NPS counts promoters as positive and detractors as negative.
create table daily_count (
  org_id text collate "C" not null references organization (id) on delete cascade,
  series text collate "C" not null,
  value text collate "C" not null,
  day date not null,
  positive integer not null,
  negative integer not null,
  neutral integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- The newest insights of a value, where reports name some.
  ids uuid[],
  -- Reports read the counts from the indexes alone: rows of one value or one series lie on different pages.
  primary key (org_id, series, value, day) include (positive, negative, neutral, first_at, last_at)
);
create index daily_count_day on daily_count (org_id, series, day)
  include (value, positive, negative, neutral, first_at, last_at);

-- Changes since this time (less a margin for transactions that commit late) are not counted yet.
create table daily_count_state (
  org_id text collate "C" not null references organization (id) on delete cascade,
  kind text collate "C" not null check (kind in
    ('insight', 'feedback', 'nps', 'contact', 'arrival', 'nps_reason', 'nps_contact', 'survey')),
  counted_at timestamptz(3) not null,
  primary key (org_id, kind)
);

-- Days to count anew; until then their rows are read instead. Several marks of a day never wait for each other.
create table daily_count_stale (
  org_id text collate "C" not null references organization (id) on delete cascade,
  kind text collate "C" not null,
  day date not null,
  id uuid not null default gen_random_uuid(),
  primary key (org_id, kind, day, id)
);
