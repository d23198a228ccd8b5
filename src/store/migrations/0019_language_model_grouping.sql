-- Whether an organization groups with the language model; none here means that it does not.
create table language_model_setting (
  org_id text collate "C" primary key references organization (id) on delete cascade,
  grouping text collate "C" not null default 'off' check (grouping in ('off', 'propose', 'apply')),
  tokens_a_day integer not null default 200000 check (tokens_a_day between 0 and 100000000),
  -- The topics of the last look.
  topics jsonb,
  topics_at timestamptz(3),
  -- The newest grouping, which waits for a person.
  proposal jsonb,
  proposed_at timestamptz(3),
  -- A person has applied one.
  was_applied boolean not null default false,
  -- When new insights are grouped; null: there are none.
  next_at timestamptz(3)
);
create index language_model_setting_next on language_model_setting (org_id, next_at) where next_at is not null;

-- What was sent, without its texts.
create table language_model_request (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  at timestamptz(3) not null default now(),
  task text collate "C" not null,
  model text collate "C" not null,
  point_count integer not null,
  tokens integer not null,
  outcome text collate "C" not null check (outcome in ('answered', 'invalid', 'unavailable')),
  primary key (org_id, id)
);
create index language_model_request_at on language_model_request (org_id, at);

-- Answers by what was asked, so that nothing is asked twice. An erasure deletes those of the organization.
create table language_model_answer (
  org_id text collate "C" not null references organization (id) on delete cascade,
  hash text collate "C" not null,
  answer jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, hash)
);
