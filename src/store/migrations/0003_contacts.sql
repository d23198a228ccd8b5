-- Contacts and segments, with the functions that normalize and index their text.

-- An instant in the format of the API. Marked immutable although to_char is only stable: this pattern has no locale in
-- it. In PL/pgSQL because an SQL function that calls a stable one is never inlined and is set up again for every row.
create function iso(at timestamptz) returns text language plpgsql immutable strict parallel safe as $$
begin
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $$;

-- An instant, or null, as JSON.
create function iso_json(at timestamptz) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce('"' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null');
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

-- The list representation of a contact without what other tables hold and without the closing brace, which are added
-- when a page is read (docs/decisions/0005). In PL/pgSQL for the reason given at iso(). Functions of generated columns
-- call no function of Earshot: pg_dump writes a search_path without the schema that holds those, and their names would
-- not be found while rows are loaded.
create function contact_document(id uuid, name text, email text, phone text, title text, company jsonb,
  country text, language text, attributes jsonb, tags text[], segment_ids uuid[], nps_score smallint,
  nps_at timestamptz, first_seen_at timestamptz, merged_into_id uuid, erased_at timestamptz, created_at timestamptz,
  updated_at timestamptz)
  returns text language plpgsql immutable parallel safe as $$
declare
  instant constant text := '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""';
begin
  return '{"id":"' || id || '","name":' || coalesce(to_json(name)::text, 'null')
    || ',"email":' || coalesce(to_json(email)::text, 'null') || ',"phone":' || coalesce(to_json(phone)::text, 'null')
    || ',"title":' || coalesce(to_json(title)::text, 'null')
    || ',"company":' || case when company is null then 'null' else
      '{"name":' || coalesce((company->'name')::text, 'null')
      || ',"domain":' || coalesce((company->'domain')::text, 'null')
      || ',"plan":' || coalesce((company->'plan')::text, 'null')
      || ',"mrr":' || coalesce((company->'mrr')::text, 'null')
      || ',"size":' || coalesce((company->'size')::text, 'null')
      || ',"attributes":' || coalesce(nullif(company->'attributes', 'null')::text, '{}') || '}' end
    || ',"country":' || coalesce(to_json(country)::text, 'null')
    || ',"language":' || coalesce(to_json(language)::text, 'null') || ',"attributes":' || attributes
    || ',"tags":' || array_to_json(tags) || ',"segment_ids":' || array_to_json(segment_ids)
    || ',"latest_nps":' || coalesce('{"score":' || nps_score || ',"type":"'
      || case when nps_score >= 9 then 'promoter' when nps_score >= 7 then 'passive' else 'detractor' end
      || '","responded_at":' || to_char(nps_at at time zone 'UTC', instant) || '}', 'null')
    || ',"first_seen_at":' || to_char(first_seen_at at time zone 'UTC', instant)
    || ',"merged_into_id":' || coalesce(to_json(merged_into_id)::text, 'null')
    || ',"erased_at":' || coalesce(to_char(erased_at at time zone 'UTC', instant), 'null')
    || ',"created_at":' || to_char(created_at at time zone 'UTC', instant)
    || ',"updated_at":' || to_char(updated_at at time zone 'UTC', instant);
end $$;

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
  document text not null generated always as (contact_document(id, name, email, phone, title, company, country,
    language, attributes, tags, segment_ids, nps_score, nps_at, first_seen_at, merged_into_id, erased_at, created_at,
    updated_at)) stored,
  primary key (org_id, id),
  foreign key (org_id, merged_into_id) references contact (org_id, id)
);
create unique index contact_mailbox on contact (org_id, mailbox) where deleted_at is null;
create index contact_phone on contact (org_id, phone_digits) where deleted_at is null and phone_digits is not null;
create index contact_live on contact (org_id, id) where deleted_at is null;
create index contact_updated on contact (org_id, updated_at, id);
create index contact_merged on contact (org_id, merged_into_id) where merged_into_id is not null;
create index contact_segments on contact using gin (segment_ids);
create index contact_tags on contact using gin ((array[org_id]), tags) where deleted_at is null and tags <> '{}';
-- Rows with a tag or in a segment, in the order of lists: a page is found among fewer rows than the list has.
create index contact_tagged on contact (org_id, id) where deleted_at is null and tags <> '{}';
create index contact_segmented on contact (org_id, id) where deleted_at is null and segment_ids <> '{}';
create index contact_company on contact (org_id, lower(company->>'name'), id) where deleted_at is null;
create index contact_domain on contact (org_id, lower(company->>'domain'), id) where deleted_at is null;
create index contact_name on contact (org_id, lower(coalesce(name, '')), id) where deleted_at is null;
-- Contacts of each segment are counted by the day of their creation (docs/decisions/0022).
create index contact_created on contact (org_id, created_at) include (segment_ids) where deleted_at is null;
-- The organization is part of each search index, so that words common in other organizations cost nothing.
-- Every search scans the pending list, so it is kept short.
create index contact_search on contact using gin ((array[org_id]), search_vector) with (gin_pending_list_limit = 512);
-- No query filters by it: see feedback.
alter table contact alter document set statistics 0;

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
