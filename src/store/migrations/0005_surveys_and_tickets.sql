-- NPS responses, surveys and support tickets. Their free text is stored as feedback and analyzed there.

create table nps_response (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  score smallint not null check (score between 0 and 10),
  source text collate "C" not null,
  external_id text collate "C",
  contact_id uuid,
  survey_id uuid,
  feedback_id uuid,
  tags text[] not null default '{}',
  responded_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id),
  foreign key (org_id, feedback_id) references feedback (org_id, id)
);
create unique index nps_response_external on nps_response (org_id, source, external_id) where deleted_at is null;
create index nps_response_live on nps_response (org_id, id) where deleted_at is null;
create index nps_response_responded on nps_response (org_id, responded_at, id) include (score) where deleted_at is null;
-- What changed since the last count is read from the index alone.
create index nps_response_updated on nps_response (org_id, updated_at, id) include (responded_at);
create index nps_response_contact on nps_response (org_id, contact_id, responded_at, id);
create index nps_response_feedback on nps_response (org_id, feedback_id) where feedback_id is not null;
create index nps_response_score on nps_response (org_id, score, id) where deleted_at is null;
create index nps_response_source on nps_response (org_id, source, id) where deleted_at is null;
create index nps_response_tags on nps_response using gin ((array[org_id]), tags)
  where deleted_at is null and tags <> '{}';
create index nps_response_survey on nps_response (org_id, survey_id, responded_at) where survey_id is not null;

-- The score of the last published event of each organization, and when it was last compared.
create table nps_score_published (
  org_id text collate "C" not null references organization (id) on delete cascade,
  score integer,
  responses integer not null,
  checked_at timestamptz(3) not null default now(),
  primary key (org_id)
);

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
    check (type in ('open_text', 'single_choice', 'multi_choice', 'rating', 'nps', 'csat', 'ces', 'number', 'boolean',
      'date')),
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
create unique index survey_response_external on survey_response (org_id, survey_id, external_id)
  where deleted_at is null;
create index survey_response_live on survey_response (org_id, survey_id, id) include (completed, created_at)
  where deleted_at is null;
create index survey_response_submitted on survey_response (org_id, survey_id, submitted_at, id)
  where deleted_at is null;
create index survey_response_updated on survey_response (org_id, survey_id, updated_at, id);
-- What changed since the last count, of all surveys.
create index survey_response_changed on survey_response (org_id, updated_at) include (submitted_at);
create index survey_response_contact on survey_response (org_id, contact_id) where contact_id is not null;

create table survey_answer (
  org_id text collate "C" not null,
  response_id uuid not null,
  question_id uuid not null,
  -- Text, date or boolean; numeric answers are in number, choices in option_ids.
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

-- Publishable keys: each gives access to the page of one survey and to nothing else.
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

create table support_ticket (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  source text collate "C" not null check (source in ('zendesk', 'intercom', 'custom', 'csv')),
  -- Which helpdesk of that kind; identifies the ticket together with the external id.
  source_name text collate "C" not null,
  external_id text collate "C",
  subject text not null,
  body text,
  status text collate "C" not null default 'open' check (status in ('open', 'pending', 'on_hold', 'solved', 'closed')),
  priority text collate "C" check (priority in ('low', 'normal', 'high', 'urgent')),
  channel text,
  tags text[] not null default '{}',
  contact_id uuid,
  assignee_name text,
  company text,
  url text,
  custom_fields jsonb not null default '{}',
  csat_score double precision,
  csat_comment text,
  opened_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  last_message_at timestamptz(3),
  -- Feedback that holds only the messages of the customer, for the analysis.
  feedback_id uuid,
  integration_id uuid,
  csv_upload_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- The scale of the satisfaction score; null when it is not known.
  csat_min double precision,
  csat_max double precision,
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id),
  foreign key (org_id, feedback_id) references feedback (org_id, id)
);
create unique index support_ticket_external on support_ticket (org_id, source, source_name, external_id)
  where deleted_at is null;
create index support_ticket_live on support_ticket (org_id, id) where deleted_at is null;
create index support_ticket_opened on support_ticket (org_id, opened_at, id) where deleted_at is null;
create index support_ticket_updated on support_ticket (org_id, updated_at, id);
create index support_ticket_status on support_ticket (org_id, status, id) where deleted_at is null;
create index support_ticket_tags on support_ticket using gin ((array[org_id]), tags)
  where deleted_at is null and tags <> '{}';
create index support_ticket_contact on support_ticket (org_id, contact_id, id);
create index support_ticket_feedback on support_ticket (org_id, feedback_id);
create index support_ticket_upload on support_ticket (org_id, csv_upload_id, id) where csv_upload_id is not null;

create table support_message (
  org_id text collate "C" not null,
  ticket_id uuid not null,
  id uuid not null,
  external_id text collate "C",
  -- Deduplication key: the external id, or a hash of author, time and text.
  key text collate "C" not null,
  author_type text collate "C" not null check (author_type in ('customer', 'agent', 'system')),
  author_name text,
  author_email text,
  body text not null,
  is_public boolean not null default true,
  sent_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, ticket_id, id),
  unique (org_id, ticket_id, key),
  foreign key (org_id, ticket_id) references support_ticket (org_id, id) on delete cascade
);
create index support_message_sent on support_message (org_id, ticket_id, sent_at, id);
