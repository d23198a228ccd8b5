-- Feedback, its status and triage, interviews, masking and the feedback widget.

-- The list representation of feedback, as contact_document; without content and metadata, which can be long and are
-- added as they are.
create function feedback_document(id uuid, external_id text, source text, source_type text, title text,
  contact_id uuid, url text, tags text[], rating_value double precision, rating_min double precision,
  rating_max double precision, batch_id uuid, integration_id uuid, csv_upload_id uuid, occurred_at timestamptz,
  created_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
declare
  instant constant text := '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""';
begin
  return '{"id":"' || id || '","external_id":' || coalesce(to_json(external_id)::text, 'null')
    || ',"source":' || to_json(source) || ',"source_type":' || to_json(source_type)
    || ',"title":' || coalesce(to_json(title)::text, 'null')
    || ',"contact_id":' || coalesce(to_json(contact_id)::text, 'null')
    || ',"url":' || coalesce(to_json(url)::text, 'null') || ',"tags":' || array_to_json(tags)
    || ',"rating":' || coalesce('{"value":' || to_json(rating_value) || ',"scale_min":'
      || coalesce(to_json(rating_min)::text, 'null') || ',"scale_max":' || coalesce(to_json(rating_max)::text, 'null')
      || '}', 'null')
    || ',"batch_id":' || coalesce(to_json(batch_id)::text, 'null')
    || ',"integration_id":' || coalesce(to_json(integration_id)::text, 'null')
    || ',"csv_upload_id":' || coalesce(to_json(csv_upload_id)::text, 'null')
    || ',"occurred_at":' || to_char(occurred_at at time zone 'UTC', instant)
    || ',"created_at":' || to_char(created_at at time zone 'UTC', instant);
end $$;

create table feedback (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  source text not null,
  source_type text not null default 'feedback',
  title text,
  content text not null,
  contact_id uuid,
  url text,
  occurred_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  external_id text collate "C",
  rating_value double precision,
  rating_min double precision,
  rating_max double precision,
  tags text[] not null default '{}',
  metadata jsonb not null default '{}',
  batch_id uuid,
  integration_id uuid,
  csv_upload_id uuid,
  -- Of the content without case and white space, to find duplicates.
  content_hash bytea,
  search_vector tsvector generated always as (to_search_vector(title, content, null)) stored,
  document text not null generated always as (feedback_document(id, external_id, source, source_type, title, contact_id,
    url, tags, rating_value, rating_min, rating_max, batch_id, integration_id, csv_upload_id, occurred_at, created_at))
    stored,
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
-- Indexes for single rows start with the selective column: comparing equal organization ids first was a fifth of the
-- cost of writing an insight. Rows without the value are left out.
create unique index feedback_external on feedback (external_id, source, org_id) where deleted_at is null
  and external_id is not null;
-- What is counted for each contact of a page is read from the index alone.
create index feedback_contact on feedback (contact_id, org_id, id) include (occurred_at, deleted_at)
  where contact_id is not null;
create index feedback_batch on feedback (batch_id, org_id, id) where batch_id is not null;
create index feedback_content_hash on feedback (content_hash, org_id) where deleted_at is null
  and content_hash is not null;
create index feedback_occurred on feedback (org_id, occurred_at, id) where deleted_at is null;
create index feedback_source on feedback (org_id, source, id) where deleted_at is null;
create index feedback_source_type on feedback (org_id, source_type, id) where deleted_at is null;
create index feedback_tags on feedback using gin ((array[org_id]), tags) where deleted_at is null and tags <> '{}';
-- In the order of lists: see contact.
create index feedback_tagged on feedback (org_id, id) where deleted_at is null and tags <> '{}';
create index feedback_interview on feedback (org_id, id) where source_type = 'interview' and deleted_at is null;
create index feedback_interview_date on feedback (org_id, occurred_at, id)
  where source_type = 'interview' and deleted_at is null;
create index feedback_search on feedback using gin ((array[org_id]), search_vector) with (gin_pending_list_limit = 512);
-- No query filters by these columns. Without statistics ANALYZE does not sort them, which it would do every ten seconds
-- during a bulk load.
alter table feedback alter title set statistics 0, alter content set statistics 0, alter url set statistics 0,
  alter metadata set statistics 0, alter document set statistics 0;

-- The status of feedback, apart from its text: it changes with every step of the analysis, and an update here rewrites
-- a short row instead of the text and all of its index entries. No foreign keys: the row is inserted by the statement
-- that inserts the feedback and deleted with the organization.
create table feedback_state (
  org_id text collate "C" not null,
  feedback_id uuid not null,
  status text collate "C" not null default 'received'
    check (status in ('received', 'queued', 'analyzed', 'skipped', 'failed')),
  skip_reason text,
  duplicate_of_id uuid,
  -- As sent by the client, or as detected by the analysis.
  language text,
  -- Changes with every change of the feedback or its state.
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, feedback_id)
);
create index feedback_state_updated on feedback_state (org_id, updated_at, feedback_id);
-- Nearly all feedback ends as analyzed, and a page of that is found along the primary key.
create index feedback_state_status on feedback_state (org_id, status, feedback_id) where status <> 'analyzed';
-- Read across all organizations by the job that queues what was left over.
create index feedback_state_received on feedback_state (feedback_id) where status = 'received';

create view feedback_item as
select f.*, s.status, s.skip_reason, s.duplicate_of_id, s.language, s.updated_at
from feedback f join feedback_state s on s.org_id = f.org_id and s.feedback_id = f.id;

-- The inbox of the web app: feedback that a user has snoozed, processed or dismissed.
create table feedback_triage (
  org_id text collate "C" not null,
  feedback_id uuid not null,
  state text not null check (state in ('snoozed', 'processed', 'dismissed')),
  snoozed_until timestamptz(3),
  triaged_by text collate "C" references app_user (id) on delete set null,
  triaged_at timestamptz(3) not null default now(),
  primary key (org_id, feedback_id),
  foreign key (org_id, feedback_id) references feedback (org_id, id) on delete cascade,
  check ((state = 'snoozed') = (snoozed_until is not null))
);

-- An interview is feedback with a transcript, under the same id; what the customer said is the content of the feedback.
create table interview (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  interview_date date not null,
  -- Objects with speaker, role and contact_id, in the order in which they first speak.
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
  position integer not null check (position >= 0),
  speaker text,
  start_ms bigint check (start_ms >= 0),
  end_ms bigint check (end_ms >= 0),
  text text not null,
  primary key (org_id, interview_id, position),
  foreign key (org_id, interview_id) references interview (org_id, id) on delete cascade
);

-- How many values each rule replaced. Writers add rows, so that none waits for another; older days are summed up.
create table masking_count (
  org_id text collate "C" not null references organization (id) on delete cascade,
  day date not null,
  rule text collate "C" not null,
  id uuid not null,
  count bigint not null,
  primary key (org_id, day, rule, id)
);

-- Publishable keys of the feedback widget: each sends feedback from the allowed origins and can do nothing else.
create table feedback_widget (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  key text collate "C" not null unique,
  allowed_origins text[] not null,
  heading text,
  ask_email boolean not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
