-- The optional language model: what it wrote, what waits for it, and when it is asked again after a failure.

-- as in the baseline: create table language_model_text

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

-- as in the baseline: create table label_review_item

-- as in the baseline: create table language_model_pause
