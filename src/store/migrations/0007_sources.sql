-- Who said it and what was said: contacts and feedback in full.

-- Two spellings of one mailbox. Where the provider does not say that spellings are equal, they are not.
create function mailbox(email text) returns text language sql immutable strict parallel safe
  return case
    when lower(email) ~ '@(gmail|googlemail)\.com$' and replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') <> ''
      then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    when lower(email) ~ '@(outlook|hotmail|live)\.(com|[a-z]{2}|com?\.[a-z]{2})$' and split_part(split_part(lower(email), '@', 1), '+', 1) <> ''
      then split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2)
    else lower(email)
  end;

-- +49 (0)… is written in many ways; what counts are the digits after the plus or the double zero.
create function phone_digits(phone text) returns text language sql immutable strict parallel safe
  return '+' || regexp_replace(regexp_replace(replace(phone, '(0)', ''), '^\s*00', ''), '\D', '', 'g');

alter table contact
  add column phone text,
  add column title text,
  add column company jsonb,
  add column country text,
  add column language text,
  add column attributes jsonb not null default '{}',
  add column tags text[] not null default '{}',
  -- The segments that hold for the contact, as the segment engine last found them.
  add column segment_ids uuid[] not null default '{}',
  -- The latest NPS answer.
  add column nps_score smallint check (nps_score between 0 and 10),
  add column nps_at timestamptz(3),
  add column first_seen_at timestamptz(3) not null default now(),
  add column merged_into_id uuid,
  add column erased_at timestamptz(3),
  add column mailbox text collate "C" generated always as (mailbox(email)) stored,
  add column phone_digits text collate "C" generated always as (phone_digits(phone)) stored,
  add foreign key (org_id, merged_into_id) references contact (org_id, id);
update contact set first_seen_at = created_at;
create unique index contact_mailbox on contact (org_id, mailbox) where deleted_at is null;
create index contact_phone on contact (org_id, phone_digits) where deleted_at is null and phone_digits is not null;
create index contact_live on contact (org_id, id) where deleted_at is null;
create index contact_updated on contact (org_id, updated_at, id);
create index contact_merged on contact (org_id, merged_into_id) where merged_into_id is not null;
create index contact_segments on contact using gin (segment_ids);

create table contact_identity (
  org_id text collate "C" not null,
  provider text collate "C" not null,
  external_id text collate "C" not null,
  contact_id uuid not null,
  primary key (org_id, provider, external_id),
  foreign key (org_id, contact_id) references contact (org_id, id) on delete cascade
);
create index contact_identity_contact on contact_identity (org_id, contact_id);

-- Two contacts that one input matched: a person decides.
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

-- What was done that must be provable later.
create table audit_entry (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  action text not null,
  actor text collate "C",
  resource_type text not null,
  resource_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);

alter table feedback
  add column external_id text collate "C",
  add column rating_value double precision,
  add column rating_min double precision,
  add column rating_max double precision,
  add column tags text[] not null default '{}',
  add column metadata jsonb not null default '{}',
  add column status text collate "C" not null default 'analyzed'
    check (status in ('received', 'queued', 'analyzing', 'analyzed', 'skipped', 'failed')),
  add column skip_reason text,
  add column duplicate_of_id uuid,
  add column batch_id uuid,
  add column integration_id uuid,
  add column csv_upload_id uuid,
  -- The words without regard to case and space, to know them again.
  add column words_hash bytea;
-- What was there before is what it was analyzed into; from now on everything begins as received.
alter table feedback alter column status set default 'received';
update feedback set occurred_at = created_at where occurred_at is null;
alter table feedback alter column occurred_at set default now(), alter column occurred_at set not null;
create unique index feedback_external on feedback (org_id, source, external_id) where deleted_at is null;
create index feedback_live on feedback (org_id, id) where deleted_at is null;
create index feedback_occurred on feedback (org_id, occurred_at, id) where deleted_at is null;
create index feedback_updated on feedback (org_id, updated_at, id);
create index feedback_contact on feedback (org_id, contact_id, id);
create index feedback_batch on feedback (org_id, batch_id, id) where batch_id is not null;
create index feedback_status on feedback (org_id, status, id) where deleted_at is null;
create index feedback_words on feedback (org_id, words_hash) where deleted_at is null and words_hash is not null;
