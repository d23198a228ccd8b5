-- Fields that an organization defines for its own objects.
create table custom_field (
  org_id text collate "C" not null references organization (id) on delete cascade,
  id uuid not null,
  object_type text collate "C" not null
    check (object_type in ('feedback', 'contact', 'account', 'opportunity', 'initiative', 'project')),
  key text collate "C" not null,
  name text not null,
  description text,
  kind text collate "C" not null
    check (kind in ('text', 'number', 'select', 'multi_select', 'date', 'person', 'link')),
  options jsonb not null default '[]',
  position integer not null check (position >= 1),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, object_type, key)
);

-- Their values, by key.
alter table contact add column custom_fields jsonb not null default '{}';
alter table account add column custom_fields jsonb not null default '{}';
alter table opportunity add column custom_fields jsonb not null default '{}';
alter table initiative add column custom_fields jsonb not null default '{}';
alter table project add column custom_fields jsonb not null default '{}';
drop view feedback_item;
alter table feedback add column custom_fields jsonb not null default '{}';
create view feedback_item as
      select f.*, s.status, s.skip_reason, s.duplicate_of_id, s.language, s.updated_at
      from feedback f join feedback_state s on s.org_id = f.org_id and s.feedback_id = f.id;
