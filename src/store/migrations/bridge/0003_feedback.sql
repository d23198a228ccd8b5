-- Contacts, segments, feedback and interviews, with the functions that normalize and index their text.

-- as in the baseline: create function iso

-- as in the baseline: create function mailbox

-- as in the baseline: create function phone_digits

-- as in the baseline: create function address_parts

-- as in the baseline: create function to_search_vector

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

-- as in the baseline: create table contact_identity

-- as in the baseline: create table contact_suggestion

-- as in the baseline: create table segment

-- as in the baseline: create table segment_member

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

-- as in the baseline: create table feedback_state

-- as in the baseline: create view feedback_item

-- as in the baseline: create table feedback_triage

-- as in the baseline: create table interview

-- as in the baseline: create table interview_segment
