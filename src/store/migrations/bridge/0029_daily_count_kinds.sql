-- Insights by the day of their arrival, themes and contacts of NPS responses, and answers of surveys by day. They are
-- kinds of their own, so that a worker of the earlier version that still runs cannot count their days incompletely.
alter table daily_count_state drop constraint daily_count_state_kind_check;
alter table daily_count_state add constraint daily_count_state_kind_check check (kind in
  ('insight', 'feedback', 'nps', 'contact', 'arrival', 'nps_reason', 'nps_contact', 'survey'));
-- The newest insights of a value, where reports name some.
alter table daily_count add column ids uuid[];
-- What changed since the last count, of all surveys.
create index survey_response_changed on survey_response (org_id, updated_at) include (submitted_at);
