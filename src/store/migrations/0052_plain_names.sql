-- Names that say what the tables and columns hold.
drop view feedback_item;
alter table feedback rename column words_hash to content_hash;
alter table feedback_standing rename to feedback_state;
alter index feedback_standing_pkey rename to feedback_state_pkey;
alter index feedback_standing_updated rename to feedback_state_updated;
alter index feedback_standing_status rename to feedback_state_status;
alter index feedback_standing_resting rename to feedback_state_received;
create view feedback_item as
select f.*, s.status, s.skip_reason, s.duplicate_of_id, s.language, s.updated_at
from feedback f join feedback_state s on s.org_id = f.org_id and s.feedback_id = f.id;
alter table feedback_under_way rename to analysis_claim;
alter table analysis_claim rename column taken_at to claimed_at;
alter table feedback_taken rename to analysis_watermark;
alter table nps_told rename to nps_score_published;
alter table nps_score_published rename column looked_at to checked_at;
alter table analysis_frame rename to embedding_space;
alter table embedding_space rename column left_over to unclustered_count;
alter table worker_beat rename to worker_heartbeat;
alter table worker_heartbeat rename column beat_at to heartbeat_at;
alter table insight_vector rename column considered_at to clustered_at;
alter table insight rename column segments_by_hand to segments_overridden;
alter table theme rename column mixed to is_catch_all;
alter table mail rename to mail_outbox;
alter table mail_outbox rename column letter to message;
alter table csv_effect rename to csv_import_change;
alter table subtheme rename column centre to centroid;
