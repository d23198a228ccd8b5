-- The credits of organizations that have a limit; none here means no limit. Beside organization, which every node of a
-- cluster has a copy of, because each write to that one reaches all nodes.
create table credit_balance (
  org_id text collate "C" primary key,
  credits bigint not null check (credits >= 0)
);
insert into credit_balance (org_id, credits) select id, credits from organization where credits is not null;
alter table credit_balance
  add constraint credit_balance_org_id_fkey foreign key (org_id) references organization (id) on delete cascade;
alter table organization drop column credits;
