-- How much a piece of evidence matters to its customer, as people say; null where nobody has.
alter table opportunity_insight
  add column importance text collate "C" check (importance in ('critical', 'important', 'nice_to_have'));

-- Customers by the highest importance of their evidence.
alter table opportunity
  add column critical_count integer not null default 0 check (critical_count >= 0),
  add column important_count integer not null default 0 check (important_count >= 0),
  add column nice_to_have_count integer not null default 0 check (nice_to_have_count >= 0);
