-- The optional language model: what it wrote, what waits for it, and when it is asked again after a failure.

-- Texts that a language model has written: the name or the labels of an insight, the name and the notes of a theme, the
-- name and the description of a subtheme, the words of a story. Everything else is by the analysis or a user.
create table language_model_text (
  org_id text collate "C" not null references organization (id) on delete cascade,
  kind text collate "C" not null check (kind in ('insight', 'theme', 'subtheme', 'evidence_story')),
  resource_id uuid not null,
  model text collate "C" not null,
  primary key (org_id, kind, resource_id)
);

-- Objects that wait for the language model. A row of an insight or a story is deleted when it is done; that of a theme or
-- subtheme stays, so that each is named once.
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
