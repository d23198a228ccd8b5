-- as in the baseline: create table change_set

-- The change set whose acceptance caused the event.
alter table event add column change_set_id uuid;
