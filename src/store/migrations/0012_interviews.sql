-- An interview is a piece of feedback with a transcript, under the same id: what the customer said in it is the feedback’s content.

create table interview (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  interview_date date not null,
  -- Who speaks, in the order in which they first do: speaker, role, contact_id.
  participants jsonb not null default '[]',
  role_guessed boolean not null default false,
  interviewer_ids text[] not null default '{}',
  transcript_format text collate "C",
  duration_seconds integer check (duration_seconds >= 0),
  word_count integer not null default 0 check (word_count >= 0),
  segment_count integer not null default 0 check (segment_count >= 0),
  summary text,
  primary key (org_id, id),
  foreign key (org_id, id) references feedback (org_id, id) on delete cascade
);

create table interview_segment (
  org_id text collate "C" not null,
  interview_id uuid not null,
  place integer not null check (place >= 0),
  speaker text,
  start_ms bigint check (start_ms >= 0),
  end_ms bigint check (end_ms >= 0),
  text text not null,
  primary key (org_id, interview_id, place),
  foreign key (org_id, interview_id) references interview (org_id, id) on delete cascade
);

create index feedback_interviews on feedback (org_id, id) where source_type = 'interview' and deleted_at is null;
