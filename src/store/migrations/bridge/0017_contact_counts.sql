-- Contacts of each segment are counted by the day of their creation (docs/decisions/0022).
alter table daily_count_state drop constraint daily_count_state_kind_check;
alter table daily_count_state add check (kind in ('insight', 'feedback', 'nps', 'contact'));
create index contact_created on contact (org_id, created_at) include (segment_ids) where deleted_at is null;
