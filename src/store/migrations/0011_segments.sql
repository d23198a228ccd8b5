-- Kinds of customers: by rule, by hand, or both.

alter table segment alter column weight type double precision;
alter table segment
  add column description text,
  add column rules jsonb,
  add column kind text collate "C" not null generated always as (case when rules is null then 'manual' else 'rules' end) stored,
  add column slug text not null generated always as
    (btrim(left(regexp_replace(lower(name), '[^[:alnum:]]+', '-', 'g'), 60) || '-' || right(id::text, 6), '-')) stored,
  add column ai_classification boolean not null default false,
  add column last_evaluated_at timestamptz(3);
create index segment_updated on segment (org_id, updated_at, id);

-- Where somebody decided against or beside the rules; who is in by rule stands in contact.segment_ids alone.
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

-- An insight has the segments of its contact until somebody says otherwise; so far all were said by somebody.
alter table insight add column segments_by_hand boolean not null default false;
update insight set segments_by_hand = true where segment_ids <> '{}';
create index insight_segments on insight using gin (segment_ids) where live;

-- What is taken in but kept out of the analysis.
alter table organization
  add column internal_domains text[] not null default '{}',
  add column ignored_sources text[] not null default '{}',
  add column min_feedback_length integer not null default 0 check (min_feedback_length between 0 and 1000);
