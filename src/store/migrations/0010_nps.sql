-- How likely people are to recommend us. Why they say so is a piece of feedback like any other, and is analyzed as one.

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
