-- Rules that replace personal values in texts before they are stored: of the organization and, in addition, of sources.
alter table organization add column masking jsonb not null default '{}';

-- How many values each rule replaced. Writers add rows, so that none waits for another; older days are summed up.
create table masking_count (
  org_id text collate "C" not null references organization (id) on delete cascade,
  day date not null,
  rule text collate "C" not null,
  id uuid not null,
  count bigint not null,
  primary key (org_id, day, rule, id)
);
