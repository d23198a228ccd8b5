-- Opportunities that were merged into another one, or split from one.
alter table opportunity
  add column merged_into_id uuid,
  add column split_from_id uuid,
  add constraint opportunity_merged check (merged_into_id is null or status = 'archived');
create index opportunity_merged on opportunity (org_id, merged_into_id) where merged_into_id is not null;
create index opportunity_split on opportunity (org_id, split_from_id) where split_from_id is not null;

-- What a merge added and changed: with it the opportunity is taken out again. Its own links stay with it meanwhile.
create table opportunity_merge (
  org_id text collate "C" not null,
  source_id uuid not null,
  target_id uuid not null,
  -- In the order of the merges.
  id uuid not null,
  added jsonb not null,
  raised jsonb not null,
  filled text[] collate "C" not null,
  ranks jsonb not null,
  merged_at timestamptz(3) not null default now(),
  primary key (org_id, source_id),
  foreign key (org_id, source_id) references opportunity (org_id, id) on delete cascade,
  foreign key (org_id, target_id) references opportunity (org_id, id) on delete cascade
);
create index opportunity_merge_target on opportunity_merge (org_id, target_id, id);
