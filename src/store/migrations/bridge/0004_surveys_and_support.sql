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
create index nps_response_updated on nps_response (org_id, updated_at, id);
create index nps_response_contact on nps_response (org_id, contact_id, responded_at, id);
create index nps_response_feedback on nps_response (org_id, feedback_id) where feedback_id is not null;
create index nps_response_survey on nps_response (org_id, survey_id, responded_at) where survey_id is not null;

-- as in the baseline: create table nps_score_published

-- as in the baseline: create table survey

-- as in the baseline: create table survey_question

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
create index survey_response_contact on survey_response (org_id, contact_id) where contact_id is not null;

-- as in the baseline: create table survey_answer

-- as in the baseline: create table survey_link

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
create index support_ticket_contact on support_ticket (org_id, contact_id, id);
create index support_ticket_feedback on support_ticket (org_id, feedback_id);
create index support_ticket_upload on support_ticket (org_id, csv_upload_id, id) where csv_upload_id is not null;

-- as in the baseline: create table support_message
