-- What other currencies are worth in the base currency of an organization; its own figures, none is fetched.
create table exchange_rates (
  org_id text collate "C" not null references organization (id) on delete cascade,
  base_currency text collate "C",
  rates jsonb not null default '[]',
  updated_at timestamptz(3) not null default now(),
  primary key (org_id)
);

-- The accounts behind themes and plans with their yearly revenue, counted by a worker. The amount that lists are sorted
-- by is a column of its own.
alter table theme add column account_reach json, add column yearly_revenue double precision not null default 0;
alter table subtheme add column account_reach json;
alter table opportunity add column account_reach json, add column yearly_revenue double precision not null default 0;
alter table initiative add column account_reach json;
alter table project add column account_reach json;
create table account_reach_state (
  org_id text collate "C" not null references organization (id) on delete cascade,
  counted_at timestamptz(3) not null,
  primary key (org_id)
);
