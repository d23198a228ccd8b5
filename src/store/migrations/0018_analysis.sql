-- What the analysis finds and what it finds it by.

alter table insight
  -- Which version of the analysis made it; null when a person did.
  add column analysis_version text collate "C";
create index insight_feedback_auto on insight (org_id, feedback_id) where origin = 'auto' and feedback_id is not null;

alter table feedback
  -- The job that has the item under way.
  add column analysis_job_id uuid;

-- The meaning of a text, as the model of this name sees it: one signed byte a dimension. Only vectors of one model are compared.
create table insight_vector (
  org_id text collate "C" not null,
  insight_id uuid not null,
  model text collate "C" not null,
  vector bytea not null,
  -- Null until the insight has been held against the subthemes.
  considered_at timestamptz(3),
  primary key (org_id, insight_id),
  foreign key (org_id, insight_id) references insight (org_id, id) on delete cascade
);
create index insight_vector_new on insight_vector (org_id, insight_id) where considered_at is null;

-- What an organization's texts have in common, which says nothing about any of them; fixed when the first themes are found.
create table analysis_frame (
  org_id text collate "C" not null references organization (id) on delete cascade,
  model text collate "C" not null,
  mean bytea not null,
  -- How many insights had no subtheme when subthemes were last looked for among them.
  left_over integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, model)
);

alter table subtheme
  add column segment_id uuid,
  add column positive_count integer not null default 0,
  add column negative_count integer not null default 0,
  add column neutral_count integer not null default 0,
  add column synthesized_at timestamptz(3) not null default now(),
  -- Where it stands among the vectors of its model, around the frame's mean.
  add column model text collate "C",
  add column centre bytea,
  add foreign key (org_id, segment_id) references segment (org_id, id);
create index subtheme_size on subtheme (org_id, insight_count desc, id);
create index subtheme_insight_order on subtheme_insight (org_id, subtheme_id, insight_id desc);

alter table theme
  -- A person has named or described it: the analysis links to it and leaves it as it is.
  add column pinned boolean not null default false;

-- What a new look at everything would do differently; a person decides.
create table theme_proposal (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  kind text collate "C" not null check (kind in ('merge', 'rename')),
  theme_id uuid not null,
  other_theme_id uuid,
  name text,
  reason text not null,
  status text collate "C" not null default 'open' check (status in ('open', 'accepted', 'dismissed')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, theme_id) references theme (org_id, id) on delete cascade,
  foreign key (org_id, other_theme_id) references theme (org_id, id) on delete cascade
);
create unique index theme_proposal_once on theme_proposal (org_id, kind, theme_id, coalesce(other_theme_id, theme_id), coalesce(name, ''));
