-- Reports read daily counts from these indexes alone: rows of one value or one series lie on different pages.
alter table daily_count drop constraint daily_count_pkey;
alter table daily_count add constraint daily_count_pkey primary key (org_id, series, value, day)
  include (positive, negative, neutral, first_at, last_at);
drop index daily_count_day;
create index daily_count_day on daily_count (org_id, series, day)
  include (value, positive, negative, neutral, first_at, last_at);
