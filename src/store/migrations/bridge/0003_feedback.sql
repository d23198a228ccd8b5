-- Contacts, segments, feedback and interviews, with the functions that normalize and index their text.

-- An instant in the format of the API. Marked immutable although to_char is only stable: this pattern has no locale in
-- it. In PL/pgSQL because an SQL function that calls a stable one is never inlined and is set up again for every row.
create function iso(at timestamptz) returns text language plpgsql immutable strict parallel safe as $$
begin
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $$;

-- Canonical form of an e-mail address; spellings are only unified for providers that deliver them to the same mailbox.
create function mailbox(email text) returns text language sql immutable strict parallel safe
  return case
    when lower(email) ~ '@(gmail|googlemail)\.com$' and replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') <> ''
      then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    when lower(email) ~ '@(outlook|hotmail|live)\.(com|[a-z]{2}|com?\.[a-z]{2})$' and split_part(split_part(lower(email), '@', 1), '+', 1) <> ''
      then split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2)
    else lower(email)
  end;

-- Canonical form of a phone number such as +49 (0)…: the digits after the plus sign or the double zero.
create function phone_digits(phone text) returns text language sql immutable strict parallel safe
  return '+' || regexp_replace(regexp_replace(replace(phone, '(0)', ''), '^\s*00', ''), '\D', '', 'g');

-- The parts of an e-mail address as separate words, so that each part can be searched.
create function address_parts(email text) returns text language sql immutable strict parallel safe
  return regexp_replace(email, '[^[:alnum:]]+', ' ', 'g');

-- Full-text vector with weights. Long texts are cut because a tsvector has a size limit; null parts are not parsed.
create function to_search_vector(title text, body text, more text) returns tsvector language sql immutable parallel safe
  return case when title is null then '' else setweight(to_tsvector('english'::regconfig, title), 'A') end
    || case when body is null then '' else setweight(to_tsvector('english'::regconfig, left(body, 60000)), 'B') end
    || case when more is null then '' else setweight(to_tsvector('english'::regconfig, left(more, 20000)), 'C') end;

create table contact (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text,
  email text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  phone text,
  title text,
  company jsonb,
  country text,
  language text,
  attributes jsonb not null default '{}',
  tags text[] not null default '{}',
  -- The segments that matched when the rules were last evaluated.
  segment_ids uuid[] not null default '{}',
  -- The latest NPS response.
  nps_score smallint check (nps_score between 0 and 10),
  nps_at timestamptz(3),
  first_seen_at timestamptz(3) not null default now(),
  merged_into_id uuid,
  erased_at timestamptz(3),
  mailbox text collate "C" generated always as (mailbox(email)) stored,
  phone_digits text collate "C" generated always as (phone_digits(phone)) stored,
  search_vector tsvector generated always as (
    to_search_vector(coalesce(name, '') || ' ' || coalesce(email, '') || ' '
      || coalesce(address_parts(email), ''), company->>'name', title)) stored,
  primary key (org_id, id),
  foreign key (org_id, merged_into_id) references contact (org_id, id)
);
create unique index contact_mailbox on contact (org_id, mailbox) where deleted_at is null;
create index contact_phone on contact (org_id, phone_digits) where deleted_at is null and phone_digits is not null;
create index contact_live on contact (org_id, id) where deleted_at is null;
create index contact_updated on contact (org_id, updated_at, id);
create index contact_merged on contact (org_id, merged_into_id) where merged_into_id is not null;
create index contact_segments on contact using gin (segment_ids);
-- The organization is part of each search index, so that words common in other organizations cost nothing.
-- Every search scans the pending list, so it is kept short.
create index contact_search on contact using gin ((array[org_id]), search_vector) with (gin_pending_list_limit = 512);

-- Ids of a contact in other systems.
create table contact_identity (
  org_id text collate "C" not null,
  provider text collate "C" not null,
  external_id text collate "C" not null,
  contact_id uuid not null,
  primary key (org_id, provider, external_id),
  foreign key (org_id, contact_id) references contact (org_id, id) on delete cascade
);
create index contact_identity_contact on contact_identity (org_id, contact_id);

-- Two contacts that matched the same input; a user decides whether to merge them.
create table contact_suggestion (
  org_id text collate "C" not null,
  id uuid not null,
  contact_id uuid not null,
  other_id uuid not null,
  reason text not null check (reason in ('email', 'phone')),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, contact_id, other_id),
  foreign key (org_id, contact_id) references contact (org_id, id) on delete cascade,
  foreign key (org_id, other_id) references contact (org_id, id) on delete cascade
);
create index contact_suggestion_other on contact_suggestion (org_id, other_id);

-- Customer segments: defined by rules, by hand, or both.
create table segment (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  name text not null,
  color text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  weight double precision not null default 1 check (weight between 0 and 10),
  description text,
  rules jsonb,
  kind text collate "C" not null generated always as (case when rules is null then 'manual' else 'rules' end) stored,
  slug text not null generated always as
    (btrim(left(regexp_replace(lower(name), '[^[:alnum:]]+', '-', 'g'), 60) || '-' || right(id::text, 6), '-')) stored,
  ai_classification boolean not null default false,
  last_evaluated_at timestamptz(3),
  primary key (org_id, id)
);
create unique index segment_name on segment (org_id, lower(name)) where archived_at is null;
create index segment_updated on segment (org_id, updated_at, id);

-- Exceptions from the rules; membership by rule is only in contact.segment_ids.
create table segment_member (
  org_id text collate "C" not null,
  segment_id uuid not null,
  contact_id uuid not null,
  membership text collate "C" not null check (membership in ('manual', 'excluded', 'ai')),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, segment_id, contact_id),
  foreign key (org_id, segment_id) references segment (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references contact (org_id, id) on delete cascade
);
create index segment_member_contact on segment_member (org_id, contact_id);

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
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
-- Indexes for single rows start with the selective column: comparing equal organization ids first was a fifth of the
-- cost of writing an insight. Rows without the value are left out.
create unique index feedback_external on feedback (external_id, source, org_id) where deleted_at is null
  and external_id is not null;
create index feedback_contact on feedback (contact_id, org_id, id) where contact_id is not null;
create index feedback_batch on feedback (batch_id, org_id, id) where batch_id is not null;
create index feedback_content_hash on feedback (content_hash, org_id) where deleted_at is null
  and content_hash is not null;
create index feedback_occurred on feedback (org_id, occurred_at, id) where deleted_at is null;
create index feedback_interview on feedback (org_id, id) where source_type = 'interview' and deleted_at is null;
create index feedback_search on feedback using gin ((array[org_id]), search_vector) with (gin_pending_list_limit = 512);
-- No query filters by these columns. Without statistics ANALYZE does not sort them, which it would do every ten seconds
-- during a bulk load.
alter table feedback alter title set statistics 0, alter content set statistics 0, alter url set statistics 0,
  alter metadata set statistics 0;

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
