-- Finds a text inside the words of feedback (with NPS reasons and interviews) and tickets, as 0016 does for insights.
do $$
begin
  create extension if not exists pg_trgm;
  create index feedback_text on feedback using gin ((array[org_id]),
    (coalesce(title, '') || E'\n' || content) gin_trgm_ops)
    with (gin_pending_list_limit = 512) where deleted_at is null;
  create index support_ticket_text on support_ticket using gin ((array[org_id]),
    (subject || E'\n' || coalesce(body, '')) gin_trgm_ops)
    with (gin_pending_list_limit = 512) where deleted_at is null;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise warning 'pg_trgm is not available (%), so filters by text are slower', sqlerrm;
end $$;

create index nps_response_tags on nps_response using gin ((array[org_id]), tags)
  where deleted_at is null and tags <> '{}';
create index support_ticket_tags on support_ticket using gin ((array[org_id]), tags)
  where deleted_at is null and tags <> '{}';
create index nps_response_source on nps_response (org_id, source, id) where deleted_at is null;
create index feedback_interview_date on feedback (org_id, occurred_at, id)
  where source_type = 'interview' and deleted_at is null;

-- Rows with a tag or in a segment, in the order of lists: a page is found among fewer rows than the list has.
create index insight_tagged on insight (org_id, id) where live and tags <> '{}';
create index insight_segmented on insight (org_id, id) where live and segment_ids <> '{}';
create index contact_tagged on contact (org_id, id) where deleted_at is null and tags <> '{}';
create index contact_segmented on contact (org_id, id) where deleted_at is null and segment_ids <> '{}';
create index feedback_tagged on feedback (org_id, id) where deleted_at is null and tags <> '{}';
