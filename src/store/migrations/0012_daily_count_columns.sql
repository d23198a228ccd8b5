-- Each column holds what its name says. Before, positive, negative and neutral also held the groups of NPS responses,
-- completed survey responses and the number of rows of what has no groups.
alter table daily_count drop constraint daily_count_pkey;
drop index daily_count_day;
alter table daily_count
  alter column positive drop not null,
  alter column negative drop not null,
  -- All rows of the value and day. Of insights, the rest are neutral; of NPS responses, passives.
  add column count integer,
  add column promoters integer,
  add column detractors integer,
  -- Of survey responses.
  add column completed integer;
update daily_count set
  count = positive + negative + neutral,
  promoters = case when split_part(series, '.', 1) = 'nps' then positive end,
  detractors = case when split_part(series, '.', 1) = 'nps' then negative end,
  completed = case when series = 'survey' then positive end,
  positive = case when split_part(series, '.', 1) in ('insight', 'arrival') then positive end,
  negative = case when split_part(series, '.', 1) in ('insight', 'arrival') then negative end;
alter table daily_count alter column count set not null, drop column neutral;

-- Reports read the counts from the indexes alone: rows of one value or one series lie on different pages.
alter table daily_count add constraint daily_count_pkey primary key (org_id, series, value, day)
  include (count, positive, negative, promoters, detractors, completed, first_at, last_at);
create index daily_count_day on daily_count (org_id, series, day)
  include (value, count, positive, negative, promoters, detractors, completed, first_at, last_at);
