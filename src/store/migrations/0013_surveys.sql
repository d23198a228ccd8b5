-- Questions put to people, and what they answered. What they say in their own words is feedback, how likely they are to recommend us an NPS response.

create table survey (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  title text not null,
  description text,
  status text collate "C" not null default 'draft' check (status in ('draft', 'active', 'closed', 'archived')),
  language text,
  thank_you text,
  source text collate "C" not null default 'survey',
  external_id text collate "C",
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  tags text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create unique index survey_external on survey (org_id, source, external_id) where status <> 'archived';
create index survey_updated on survey (org_id, updated_at, id);

create table survey_question (
  org_id text collate "C" not null,
  id uuid not null,
  survey_id uuid not null,
  key text collate "C" not null,
  type text collate "C" not null
    check (type in ('open_text', 'single_choice', 'multi_choice', 'rating', 'nps', 'csat', 'ces', 'number', 'boolean', 'date')),
  text text not null,
  required boolean not null default false,
  options jsonb not null default '[]',
  scale jsonb,
  position integer not null check (position >= 0),
  "analyze" boolean not null default false,
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, survey_id) references survey (org_id, id) on delete cascade
);
create index survey_question_survey on survey_question (org_id, survey_id, position);
create unique index survey_question_key on survey_question (org_id, survey_id, key) where deleted_at is null;

create table survey_response (
  org_id text collate "C" not null,
  id uuid not null,
  survey_id uuid not null,
  external_id text collate "C",
  contact_id uuid,
  completed boolean not null,
  submitted_at timestamptz(3) not null default now(),
  language text,
  metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, survey_id) references survey (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create unique index survey_response_external on survey_response (org_id, survey_id, external_id) where deleted_at is null;
create index survey_response_live on survey_response (org_id, survey_id, id) include (completed, created_at) where deleted_at is null;
create index survey_response_submitted on survey_response (org_id, survey_id, submitted_at, id) where deleted_at is null;
create index survey_response_updated on survey_response (org_id, survey_id, updated_at, id);
create index survey_response_contact on survey_response (org_id, contact_id) where contact_id is not null;

create table survey_answer (
  org_id text collate "C" not null,
  response_id uuid not null,
  question_id uuid not null,
  -- Text, a day or a boolean; what was counted stands in number, what was chosen in option_ids.
  value jsonb,
  number double precision,
  option_ids text[] not null default '{}',
  feedback_id uuid,
  primary key (org_id, response_id, question_id),
  foreign key (org_id, response_id) references survey_response (org_id, id) on delete cascade,
  foreign key (org_id, question_id) references survey_question (org_id, id) on delete cascade,
  foreign key (org_id, feedback_id) references feedback (org_id, id)
);
create index survey_answer_question on survey_answer (org_id, question_id, number);
create index survey_answer_feedback on survey_answer (org_id, feedback_id) where feedback_id is not null;

-- Publishable keys: each opens the page of one survey and nothing else.
create table survey_link (
  org_id text collate "C" not null,
  id uuid not null,
  survey_id uuid not null,
  name text not null,
  key text collate "C" not null unique,
  allowed_origins text[] not null default '{}',
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, survey_id) references survey (org_id, id) on delete cascade
);
create index survey_link_survey on survey_link (org_id, survey_id, id);
