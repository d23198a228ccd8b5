-- Renames the tables, columns, indexes and constraints of version 0.1 to the names of the baseline migrations.
-- No row is rewritten: renames only change the catalogue.

drop view feedback_item;

alter table analysis_frame rename to embedding_space;
alter table competitor_member rename to competitor_version_insight;
alter table csv_effect rename to csv_import_change;
alter table feedback_standing rename to feedback_state;
alter table feedback_taken rename to analysis_watermark;
alter table feedback_under_way rename to analysis_claim;
alter table mail rename to mail_outbox;
alter table nps_told rename to nps_score_published;
alter table worker_beat rename to worker_heartbeat;

alter table analysis_claim rename column taken_at to claimed_at;
alter table competitor_checkin rename column standing to ranking;
alter table contact rename column words to search_vector;
alter table csv_upload rename column facts to column_profiles;
alter table embedding_space rename column left_over to unclustered_count;
alter table embedding_space rename column vectors_at to reembedded_at;
alter table feedback rename column words to search_vector;
alter table feedback rename column words_hash to content_hash;
alter table insight rename column segments_by_hand to segments_overridden;
alter table insight rename column words to search_vector;
alter table insight_vector rename column considered_at to clustered_at;
alter table integration rename column previous_until to previous_secret_until;
alter table integration_event rename column claim to dedupe_key;
alter table interview_segment rename column place to position;
alter table mail_outbox rename column letter to message;
alter table nps_score_published rename column looked_at to checked_at;
alter table quote rename column start_at to start_offset;
alter table quote rename column end_at to end_offset;
alter table subtheme rename column centre to centroid;
alter table theme rename column mixed to is_catch_all;
alter table thread_message rename column said_at to sent_at;
alter table webhook rename column open_secret to plaintext_secret;
alter table webhook rename column open_previous_secret to plaintext_previous_secret;
alter table worker_heartbeat rename column beat_at to heartbeat_at;

alter function searchable rename to to_search_vector;

alter index competitor_member_subtheme rename to competitor_version_insight_subtheme;
alter index competitor_member_teaser rename to competitor_version_insight_teaser;
alter index contact_words rename to contact_search;
alter index event_age rename to event_created;
alter index feedback_interviews rename to feedback_interview;
alter index feedback_standing_resting rename to feedback_state_received;
alter index feedback_standing_status rename to feedback_state_status;
alter index feedback_standing_updated rename to feedback_state_updated;
alter index feedback_words rename to feedback_content_hash;
alter index feedback_words_text rename to feedback_search;
alter index idempotency_age rename to idempotency_created;
alter index insight_vector_new rename to insight_vector_unclustered;
alter index insight_vector_table rename to insight_vector_static;
alter index insight_words rename to insight_search;
alter index integration_event_age rename to integration_event_created;
alter index integration_event_claim rename to integration_event_dedupe;
alter index job_of_competitors rename to job_competitor_open;
alter index job_of_competitors_last rename to job_competitor;
alter index mail_due rename to mail_outbox_due;
alter index opportunity_of_initiative rename to opportunity_initiative;
alter index subtheme_size rename to subtheme_insight_count;
alter index theme_proposal_once rename to theme_proposal_unique;
alter index webhook_delivery_age rename to webhook_delivery_created;
alter index webhook_delivery_of rename to webhook_delivery_webhook;
alter index webhook_delivery_once rename to webhook_delivery_event;

-- Primary keys, foreign keys and checks that start with the old name of their table or column.
alter table interview_segment rename constraint interview_segment_place_check to interview_segment_position_check;
do $$
declare
  found record;
begin
  for found in
    select conrelid::regclass as table, conname as name, renamed.new || substr(conname, length(renamed.old) + 1) as new_name
    from pg_constraint
    join (values
      ('analysis_frame', 'embedding_space'), ('competitor_member', 'competitor_version_insight'),
      ('csv_effect', 'csv_import_change'), ('feedback_standing', 'feedback_state'),
      ('feedback_taken', 'analysis_watermark'), ('feedback_under_way', 'analysis_claim'), ('mail', 'mail_outbox'),
      ('nps_told', 'nps_score_published'), ('worker_beat', 'worker_heartbeat')) as renamed (old, new)
      on conrelid = renamed.new::regclass and starts_with(conname, renamed.old || '_')
    where contype in ('p', 'f', 'c')
  loop
    execute format('alter table %s rename constraint %I to %I', found.table, found.name, found.new_name);
  end loop;
end $$;

-- PostgreSQL 18 and later name the NOT NULL constraints too.
do $$
declare
  found record;
begin
  for found in
    select t.relname as table, c.conname as name, t.relname || '_' || a.attname || '_not_null' as new_name
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'n' and length(t.relname || '_' || a.attname || '_not_null') < 64
  loop
    if found.name <> found.new_name then
      execute format('alter table %I rename constraint %I to %I', found.table, found.name, found.new_name);
    end if;
  end loop;
end $$;

create view feedback_item as
select f.*, s.status, s.skip_reason, s.duplicate_of_id, s.language, s.updated_at
from feedback f join feedback_state s on s.org_id = f.org_id and s.feedback_id = f.id;

-- The queues of the renamed cron jobs and their schedules. Their jobs only start a run, and the new queues start one at once;
-- all other queues keep their jobs.
do $$
declare
  old_queues constant text[] := '{better-vectors,due-syncs,rested-tickets,waiting-feedback,waiting-insights}';
begin
  if to_regclass('queue.schedule') is not null then
    delete from queue.schedule where name = any(old_queues);
    perform queue.delete_queue(name) from queue.queue where name = any(old_queues);
  end if;
end $$;
